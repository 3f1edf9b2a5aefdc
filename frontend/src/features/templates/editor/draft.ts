import type { AttributeCondition, TemplateAttribute } from '#domain/template-attributes.ts'
import {
  neededBy,
  partsOf,
  placeNamed,
  withMoved,
  withoutAttribute,
  writingOrder,
} from '#domain/template-attributes.ts'
import type { TemplateContent } from '#domain/templates.ts'
import type { Template } from '#projections/template-answers.ts'
import { newId } from '../../../base/ids.ts'

/** A template during editing, possibly incomplete. `open` is the expanded attribute. */
export interface Draft {
  content: TemplateContent
  open: string | null
}

export const emptyAttribute = (sortOrder: number): TemplateAttribute => ({
  id: newId(),
  name: '',
  prompt: '',
  format: 'PARAGRAPH',
  length: 'MEDIUM',
  wordCountMin: null,
  wordCountMax: null,
  sortOrder,
  dependsOn: [],
  conditions: null,
  required: true,
})

export const draftOf = (template: Template | null): Draft => {
  if (template) {
    const { name, description, tags, visibility, attributes } = template
    return { content: { name, description, tags, visibility, attributes }, open: null }
  }
  const first = emptyAttribute(0)
  return {
    content: { name: '', description: '', tags: [], visibility: 'PRIVATE', attributes: [first] },
    open: first.id,
  }
}

export type Edit =
  | { type: 'set'; change: Partial<Omit<TemplateContent, 'attributes'>> }
  | { type: 'open'; id: string | null }
  | { type: 'add' }
  | { type: 'change'; place: number; change: Partial<TemplateAttribute> }
  | { type: 'move'; from: number; to: number }
  | { type: 'remove'; place: number }

const withAttributes = (draft: Draft, attributes: TemplateAttribute[], open = draft.open): Draft => ({
  content: { ...draft.content, attributes },
  open,
})

/** Adds attributes mentioned as `[name]` to the dependencies, except cyclic ones. */
const withMentioned = (attributes: TemplateAttribute[], place: number): TemplateAttribute[] => {
  const attribute = attributes[place]
  if (!attribute) return attributes
  const mentioned = partsOf(attribute.prompt).flatMap(({ text, placeholder }) =>
    placeholder ? placeNamed(attributes, text) : [],
  )
  return mentioned.reduce((all, needed) => {
    const now = all[place]
    if (!now || needed < 0 || needed === place || now.dependsOn.includes(needed)) return all
    const next = all.with(place, { ...now, dependsOn: [...now.dependsOn, needed] })
    return writingOrder(next) ? next : all
  }, attributes)
}

export const edited = (draft: Draft, edit: Edit): Draft => {
  const { attributes } = draft.content
  switch (edit.type) {
    case 'set':
      return { ...draft, content: { ...draft.content, ...edit.change } }
    case 'open':
      return { ...draft, open: edit.id }
    case 'add': {
      const added = emptyAttribute(attributes.length)
      return withAttributes(draft, [...attributes, added], added.id)
    }
    case 'change': {
      const attribute = attributes[edit.place]
      if (!attribute) return draft
      const changed = attributes.with(edit.place, { ...attribute, ...edit.change })
      return withAttributes(draft, edit.change.prompt === undefined ? changed : withMentioned(changed, edit.place))
    }
    case 'move':
      return withAttributes(draft, withMoved(attributes, edit.from, edit.to))
    case 'remove':
      return withAttributes(draft, withoutAttribute(attributes, edit.place))
  }
}

/** Possible dependencies of an attribute: those that do not depend on it. */
export const mayNeed = (attributes: readonly TemplateAttribute[], place: number): number[] =>
  attributes.flatMap((_attribute, other) => {
    const attribute = attributes[place]
    if (!attribute || other === place) return []
    const next = attributes.with(place, { ...attribute, dependsOn: [...neededBy(attribute), other], conditions: null })
    return writingOrder(next) ? other : []
  })

export const tests: Record<AttributeCondition['test'], string> = {
  filled: 'has a text',
  is: 'is',
  isNot: 'is not',
}

/** The missing fields of an attribute, as text. */
export const lacking = ({
  name,
  prompt,
  length,
  wordCountMin,
  wordCountMax,
}: TemplateAttribute): string | undefined => {
  if (name.trim() === '') return 'This attribute has no name yet.'
  if (prompt.trim() === '') return 'This attribute has no prompt yet.'
  if (length === 'CUSTOM' && wordCountMin !== null && wordCountMax !== null && wordCountMin > wordCountMax)
    return 'The fewest words must not be more than the most.'
  return undefined
}
