import type { z } from 'zod'
import { ConjurationTags, conjurationNameLimit } from '#domain/conjuration-words.ts'
import { type ConjurationItem, ConjurationItem as Row } from '#projections/answers.ts'
import type { Drafts } from '../../../base/drafts.ts'
import { isWritable } from '../may-to-own.ts'
import { createField, type Field, type Outcome } from './field.ts'

/**
 * Editable fields of lore, saved separately, so that a new name does not overwrite another member's tags. The description
 * is a text. This is a type and not an interface, for which `Object.values` would be untyped.
 */
export type ConjurationFields = {
  name: Field<ConjurationItem['name']>
  tags: Field<ConjurationItem['tags']>
  visibility: Field<ConjurationItem['visibility']>
}
type Name = keyof ConjurationFields

/** Debounce delays in milliseconds, from the specification. It has none for tags, which use the delay of the name. */
const delays: Record<Name, number> = { name: 500, tags: 500, visibility: 500 }

const text = (name: string) => name.trim().slice(0, conjurationNameLimit)
const tagged = (tags: string[]) => ConjurationTags.safeParse(tags).data ?? tags

/** Fields with drafts in this browser. Visibility has none, because it must not change unnoticed. */
const drafted: { [F in Name]?: z.ZodType<ConjurationItem[F]> } = {
  name: Row.shape.name,
  tags: Row.shape.tags,
}

export interface FieldsDeps {
  drafts: Drafts
  save: <F extends Name>(field: F, value: ConjurationItem[F]) => Promise<Outcome>
  reachable: () => Promise<unknown>
}

export const createConjurationFields = (
  row: ConjurationItem,
  position: string,
  { save, reachable, drafts }: FieldsDeps,
): ConjurationFields => {
  const mayWrite = isWritable(row)
  const field = <F extends Name>(
    name: F,
    same: (a: ConjurationItem[F], b: ConjurationItem[F]) => boolean,
  ): Field<ConjurationItem[F]> => {
    const schema = drafted[name]
    const key = `${row.id}.${name}`
    // A user without write access may regain it: until then the draft stays stored.
    const draft = schema && mayWrite ? drafts.read<ConjurationItem[F]>(key, schema) : undefined
    let storedDraft = draft?.value
    return createField<ConjurationItem[F]>({
      stored: { value: row[name], position, by: row.updatedBy },
      delay: delays[name],
      same,
      save: (value) => save(name, value),
      reachable,
      draft,
      onUnsaved: (unsaved) => {
        if (!schema) return
        if (unsaved) drafts.keep(key, unsaved.value, unsaved.base)
        else drafts.drop(key, storedDraft)
        storedDraft = unsaved?.value
      },
    })
  }
  return {
    name: field('name', (a, b) => text(a) === text(b)),
    tags: field('tags', (a, b) => tagged(a).join('\n') === tagged(b).join('\n')),
    visibility: field('visibility', (a, b) => a === b),
  }
}

/** Passes the stored values of the lore to its fields. */
export const receiveConjuration = (fields: ConjurationFields, row: ConjurationItem, position: string): void => {
  const at = { position, by: row.updatedBy }
  fields.name.receive({ value: row.name, ...at })
  fields.tags.receive({ value: row.tags, ...at })
  fields.visibility.receive({ value: row.visibility, ...at })
}

export const isUnsaved = (fields: ConjurationFields): boolean =>
  Object.values(fields).some((field) => field.isUnsaved())

/** Sends debounced input, and drafts that were restored from a lost tab. */
export const flushFields = (fields: ConjurationFields): void => {
  for (const field of Object.values(fields)) field.flush()
}

/** Must be called before this window restores an older version, so that the fields do not report it as a remote edit. */
export const releaseFields = (fields: ConjurationFields): void => {
  for (const field of Object.values(fields)) field.release()
}

export const leaveFields = (fields: ConjurationFields): void => {
  for (const field of Object.values(fields)) field.leave()
}
