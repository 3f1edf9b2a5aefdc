import { z } from 'zod'
import { text } from './text.ts'

/**
 * The attributes of a template, each of which becomes a text, in order. Attributes refer to each other by their index,
 * so every move or removal goes through this module, which updates the indexes.
 */

export const attributeLimit = 30
export const attributeNameLimit = 120
export const attributePromptLimit = 2000
export const wordLimit = 2000

export const AttributeFormat = z.enum([
  'PARAGRAPH',
  'BULLET_POINTS',
  'SINGLE_LINE',
  'LONG_PARAGRAPH',
  'SHORT_PARAGRAPH',
])
export type AttributeFormat = z.infer<typeof AttributeFormat>
export const AttributeLength = z.enum(['SHORT', 'MEDIUM', 'LONG', 'CUSTOM'])
export type AttributeLength = z.infer<typeof AttributeLength>

const place = z
  .int()
  .min(0)
  .max(attributeLimit - 1)

/** A condition on another attribute's text, compared without case and surrounding blanks. */
export const AttributeCondition = z.object({
  attribute: place,
  test: z.enum(['is', 'isNot', 'filled']),
  value: z.string().trim().max(500).default(''),
})
export type AttributeCondition = z.infer<typeof AttributeCondition>

const unnamed = 'Every attribute needs a name and a prompt'
const words = z.int().min(1, 'A text has at least 1 word').max(wordLimit, `A text has at most ${wordLimit} words`)

const Attribute = z.object({
  id: z.uuid(),
  name: z.string().trim().min(1, unnamed).max(attributeNameLimit),
  /** May hold `[placeholders]`: names of other attributes, or of values requested when lore is created. */
  prompt: text(attributePromptLimit).refine((prompt) => prompt.trim() !== '', unnamed),
  format: AttributeFormat.default('PARAGRAPH'),
  length: AttributeLength.default('MEDIUM'),
  /** Applies to a `CUSTOM` length only. */
  wordCountMin: words.nullable().default(null),
  wordCountMax: words.nullable().default(null),
  sortOrder: z.number().min(-1e6).max(1e6).default(0),
  /** Indexes of the attributes that it must agree with; it is written after them. */
  dependsOn: z.array(place).max(attributeLimit).default([]),
  conditions: AttributeCondition.nullable().default(null),
  required: z.boolean().default(true),
})
export type TemplateAttribute = z.infer<typeof Attribute>

/** Indexes of the attributes that must be written before this one. */
export const neededBy = ({ dependsOn, conditions }: Pick<TemplateAttribute, 'dependsOn' | 'conditions'>): number[] => [
  ...new Set([...dependsOn, ...(conditions ? [conditions.attribute] : [])]),
]

/**
 * Indexes of the attributes in an order that satisfies their dependencies and otherwise preserves the list's order;
 * undefined for cyclic dependencies.
 */
export const writingOrder = (attributes: readonly TemplateAttribute[]): number[] | undefined => {
  const order: number[] = []
  while (order.length < attributes.length) {
    const next = attributes.findIndex(
      (attribute, n) => !order.includes(n) && neededBy(attribute).every((needed) => order.includes(needed)),
    )
    if (next < 0) return undefined
    order.push(next)
  }
  return order
}

/** Reorders attributes by their present indexes; omitted ones are removed, and so are dependencies on them. */
export const rearranged = (
  attributes: readonly TemplateAttribute[],
  places: readonly number[],
): TemplateAttribute[] => {
  const now = (before: number) => places.indexOf(before)
  return places.flatMap((before, sortOrder) => {
    const attribute = attributes[before]
    if (!attribute) return []
    const { conditions } = attribute
    return {
      ...attribute,
      sortOrder,
      dependsOn: attribute.dependsOn.map(now).filter((place) => place >= 0),
      conditions:
        conditions && now(conditions.attribute) >= 0 ? { ...conditions, attribute: now(conditions.attribute) } : null,
    }
  })
}

const placesOf = (attributes: readonly unknown[]) => attributes.map((_attribute, n) => n)
/** Moves one attribute. */
export const withMoved = (attributes: readonly TemplateAttribute[], from: number, to: number): TemplateAttribute[] => {
  const places = placesOf(attributes)
  return rearranged(attributes, places.toSpliced(from, 1).toSpliced(to, 0, from))
}
/** Removes one attribute. */
export const withoutAttribute = (attributes: readonly TemplateAttribute[], gone: number): TemplateAttribute[] =>
  rearranged(attributes, placesOf(attributes).toSpliced(gone, 1))

const inOrder = (attributes: readonly TemplateAttribute[]): TemplateAttribute[] =>
  rearranged(
    attributes,
    placesOf(attributes).toSorted((a, b) => (attributes[a]?.sortOrder ?? 0) - (attributes[b]?.sortOrder ?? 0)),
  )

const bounded = ({ length, wordCountMin: min, wordCountMax: max, ...rest }: TemplateAttribute): TemplateAttribute =>
  length === 'CUSTOM'
    ? { ...rest, length, wordCountMin: min ?? 1, wordCountMax: max ?? Math.max(min ?? 1, 150) }
    : { ...rest, length, wordCountMin: null, wordCountMax: null }

/** Normalises attributes for storage: sorted, dependencies without duplicates, word counts only for custom lengths. */
export const TemplateAttributes = z
  .array(Attribute)
  .min(1, 'A template needs at least one attribute')
  .max(attributeLimit, `A template has at most ${attributeLimit} attributes`)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Every attribute has an id of its own')
  .refine(
    (all) => all.every((attribute) => neededBy(attribute).every((needed) => needed < all.length)),
    'An attribute depends on one that is not there',
  )
  .transform((all) => inOrder(all.map((each) => bounded({ ...each, dependsOn: [...new Set(each.dependsOn)] }))))
  .refine(
    (all) => all.every(({ wordCountMin: min, wordCountMax: max }) => min === null || max === null || min <= max),
    'The fewest words must not be more than the most',
  )
  .refine((all) => writingOrder(all) !== undefined, 'Attributes cannot depend on each other in a circle')

/** The stored form in events and rows. */
export const WrittenAttributes = z.array(Attribute)

const lengths: Record<Exclude<AttributeLength, 'CUSTOM'>, { min: number; max: number }> = {
  SHORT: { min: 25, max: 50 },
  MEDIUM: { min: 75, max: 150 },
  LONG: { min: 200, max: 400 },
}

/** The word range of an attribute. A single line has at most 20 words, unless its length is `CUSTOM`. */
export const wordsOf = ({
  format,
  length,
  wordCountMin,
  wordCountMax,
}: Pick<TemplateAttribute, 'format' | 'length' | 'wordCountMin' | 'wordCountMax'>): { min: number; max: number } => {
  if (length === 'CUSTOM') return { min: wordCountMin ?? 1, max: wordCountMax ?? wordLimit }
  return format === 'SINGLE_LINE' ? { min: 1, max: 20 } : lengths[length]
}

const placeholder = /\[([^[\]\n]{1,120})\]/g

/** Splits a prompt into its text and the placeholders in brackets. */
export const partsOf = (prompt: string): { text: string; placeholder: boolean }[] => {
  const parts: { text: string; placeholder: boolean }[] = []
  let at = 0
  for (const found of prompt.matchAll(placeholder)) {
    if (found.index > at) parts.push({ text: prompt.slice(at, found.index), placeholder: false })
    parts.push({ text: found[1] ?? '', placeholder: true })
    at = found.index + found[0].length
  }
  if (at < prompt.length) parts.push({ text: prompt.slice(at), placeholder: false })
  return parts
}

const alike = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
export const placeNamed = (attributes: readonly Pick<TemplateAttribute, 'name'>[], name: string): number =>
  attributes.findIndex((attribute) => alike(attribute.name, name))

/** Placeholder names that are no attribute's, without duplicates; they are requested when lore is created. */
export const placeholderNames = (attributes: readonly Pick<TemplateAttribute, 'name' | 'prompt'>[]): string[] => {
  const names = attributes.flatMap(({ prompt }) =>
    partsOf(prompt).flatMap((part) => (part.placeholder ? part.text : [])),
  )
  return names.filter(
    (name, n) => placeNamed(attributes, name) < 0 && names.findIndex((other) => alike(other, name)) === n,
  )
}

/**
 * Fills the placeholders of a prompt. A placeholder without a value keeps its name, which suffices for the model to
 * invent one.
 */
export const filledIn = (prompt: string, values: Readonly<Record<string, string>>): string => {
  const known = new Map(Object.entries(values).map(([name, value]) => [name.trim().toLowerCase(), value.trim()]))
  return partsOf(prompt)
    .map((part) => (part.placeholder ? known.get(part.text.trim().toLowerCase()) || part.text : part.text))
    .join('')
}

/** True if an attribute's condition is met by the texts before it; an omitted text counts as empty. */
export const isMet = (conditions: AttributeCondition | null, texts: ReadonlyMap<number, string>): boolean => {
  if (!conditions) return true
  const found = texts.get(conditions.attribute)?.trim() ?? ''
  if (conditions.test === 'filled') return found !== ''
  return alike(found, conditions.value) === (conditions.test === 'is')
}
