import type { z } from 'zod'
import { ConjurationTags, conjurationNameLimit } from '#domain/conjuration-words.ts'
import { type ConjurationItem, ConjurationItem as Row } from '#projections/answers.ts'
import type { Drafts } from '../../../app/drafts.ts'
import { isWritable } from '../may-to-own.ts'
import { createField, type Field, type Outcome } from './field.ts'

/** What people write in lore, each on its own: whoever writes the name does not touch somebody else's tags. The description is a text. */
/** A type, not an interface: of that, `Object.values` would be unchecked. */
export type ConjurationFields = {
  name: Field<ConjurationItem['name']>
  tags: Field<ConjurationItem['tags']>
  visibility: Field<ConjurationItem['visibility']>
}
type Name = keyof ConjurationFields

/** Milliseconds, as the specification has them; its silence about tags is filled with the name's. */
const delays: Record<Name, number> = { name: 500, tags: 500, visibility: 500 }

const text = (name: string) => name.trim().slice(0, conjurationNameLimit)
const tagged = (tags: string[]) => ConjurationTags.safeParse(tags).data ?? tags

/** Fields whose letters are kept here until they are stored. Who sees it is no text, and is not changed behind anybody's back. */
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
    // Who may not write it now may once more: until then it stays where it is kept.
    const draft = schema && mayWrite ? drafts.read<ConjurationItem[F]>(key, schema) : undefined
    let kept = draft?.value
    return createField<ConjurationItem[F]>({
      stored: { value: row[name], position, by: row.updatedBy },
      delay: delays[name],
      same,
      save: (value) => save(name, value),
      reachable,
      draft,
      keep: (unsaved) => {
        if (!schema) return
        if (unsaved) drafts.keep(key, unsaved.value, unsaved.base)
        else drafts.drop(key, kept)
        kept = unsaved?.value
      },
    })
  }
  return {
    name: field('name', (a, b) => text(a) === text(b)),
    tags: field('tags', (a, b) => tagged(a).join('\n') === tagged(b).join('\n')),
    visibility: field('visibility', (a, b) => a === b),
  }
}

/** Tells every field how the lore stands. */
export const hearConjuration = (fields: ConjurationFields, row: ConjurationItem, position: string): void => {
  const at = { position, by: row.updatedBy }
  fields.name.receive({ value: row.name, ...at })
  fields.tags.receive({ value: row.tags, ...at })
  fields.visibility.receive({ value: row.visibility, ...at })
}

export const isUnsaved = (fields: ConjurationFields): boolean =>
  Object.values(fields).some((field) => field.isUnsaved())

/** Sends what waits for a pause, or was typed before the tab was lost. */
export const flushFields = (fields: ConjurationFields): void => {
  for (const field of Object.values(fields)) field.flush()
}

/** To be called before this very window brings back an older version of it all. */
export const releaseFields = (fields: ConjurationFields): void => {
  for (const field of Object.values(fields)) field.release()
}

export const leaveFields = (fields: ConjurationFields): void => {
  for (const field of Object.values(fields)) field.leave()
}
