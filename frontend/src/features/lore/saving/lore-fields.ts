import { LoreTags, loreNameLimit } from '#domain/conjurations.ts'
import type { LoreItem } from '#projections/answers.ts'
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

export interface FieldsDeps {
  save: <F extends Name>(field: F, value: LoreItem[F]) => Promise<Outcome>
  reachable: () => Promise<unknown>
}

export const createLoreFields = (row: LoreItem, position: string, { save, reachable }: FieldsDeps): LoreFields => {
  const field = <F extends Name>(name: F, same: (a: LoreItem[F], b: LoreItem[F]) => boolean): Field<LoreItem[F]> =>
    createField<LoreItem[F]>({
      stored: { value: row[name], position, by: row.updatedBy },
      delay: delays[name],
      same,
      save: (value) => save(name, value),
      reachable,
    })
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

export const leaveFields = (fields: LoreFields): void => {
  for (const field of Object.values(fields)) field.leave()
}
