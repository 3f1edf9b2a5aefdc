import type { z } from 'zod'
import { LoreTags, loreNameLimit } from '#domain/conjurations.ts'
import { type LoreItem, LoreItem as Row } from '#projections/answers.ts'
import type { Drafts } from '../../../app/drafts.ts'
import { createField, type Field, type Outcome } from './field.ts'

/** What people write in lore, each on its own: whoever writes the name does not touch somebody else's description. */
export interface LoreFields {
  name: Field<LoreItem['name']>
  description: Field<LoreItem['description']>
  tags: Field<LoreItem['tags']>
  visibility: Field<LoreItem['visibility']>
}
type Name = keyof LoreFields

/** Milliseconds, as the specification has them; its silence about tags is filled with the name's. */
const delays: Record<Name, number> = { name: 500, description: 1_000, tags: 500, visibility: 500 }

const text = (name: string) => name.trim().slice(0, loreNameLimit)
const tagged = (tags: string[]) => LoreTags.safeParse(tags).data ?? tags

/** Fields whose letters are kept here until they are stored. Who sees it is no text, and is not changed behind anybody's back. */
const drafted: { [F in Name]?: z.ZodType<LoreItem[F]> } = {
  name: Row.shape.name,
  description: Row.shape.description,
  tags: Row.shape.tags,
}

export interface FieldsDeps {
  drafts: Drafts
  save: <F extends Name>(field: F, value: LoreItem[F]) => Promise<Outcome>
  reachable: () => Promise<unknown>
}

export const createLoreFields = (
  row: LoreItem,
  position: string,
  { save, reachable, drafts }: FieldsDeps,
): LoreFields => {
  const mayWrite = row.mayEdit && row.deletedAt === null
  const field = <F extends Name>(name: F, same: (a: LoreItem[F], b: LoreItem[F]) => boolean): Field<LoreItem[F]> => {
    const schema = drafted[name]
    const key = `${row.id}.${name}`
    return createField<LoreItem[F]>({
      stored: { value: row[name], position, by: row.updatedBy },
      delay: delays[name],
      same,
      save: (value) => save(name, value),
      reachable,
      // Who may not write it now may once more: until then it stays where it is kept.
      draft: schema && mayWrite ? drafts.read<LoreItem[F]>(key, schema) : undefined,
      keep: (unsaved) => {
        if (!schema) return
        if (unsaved) drafts.keep(key, unsaved.value, unsaved.base)
        else drafts.drop(key)
      },
    })
  }
  return {
    name: field('name', (a, b) => text(a) === text(b)),
    description: field('description', (a, b) => a === b),
    tags: field('tags', (a, b) => tagged(a).join('\n') === tagged(b).join('\n')),
    visibility: field('visibility', (a, b) => a === b),
  }
}

/** Tells every field how the lore stands. */
export const hearLore = (fields: LoreFields, row: LoreItem, position: string): void => {
  const at = { position, by: row.updatedBy }
  fields.name.hear({ value: row.name, ...at })
  fields.description.hear({ value: row.description, ...at })
  fields.tags.hear({ value: row.tags, ...at })
  fields.visibility.hear({ value: row.visibility, ...at })
}

export const isUnsaved = (fields: LoreFields): boolean => Object.values(fields).some((field) => field.isUnsaved())

/** Sends what waits for a pause, or was typed before the tab was lost. */
export const flushFields = (fields: LoreFields): void => {
  for (const field of Object.values(fields)) field.flush()
}

export const leaveFields = (fields: LoreFields): void => {
  for (const field of Object.values(fields)) field.leave()
}
