import { z } from 'zod'

/** The used part of the Storage API, so that tests can supply their own. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

const schemas = {
  /** Last selected models, with quantities and styles. */
  models: z.array(z.object({ modelId: z.string(), quantity: z.int(), stylePreset: z.string().nullable() })),
  /** The last style of each model, by model id. */
  styles: z.record(z.string(), z.string()),
  /** The last sent prompt and size, and the ids of the requested images. */
  last: z.object({ prompt: z.string(), size: z.string(), imageIds: z.array(z.string()) }),
  negativePrompt: z.string(),
}
type Values = { [Key in keyof typeof schemas]: z.infer<(typeof schemas)[Key]> }

const initial: Values = { models: [], styles: {}, last: { prompt: '', size: '', imageIds: [] }, negativePrompt: '' }

/**
 * Keys contain the user and the kind of image: users of one browser share no prompts, and maps and images share no
 * models.
 */
const keyOf = (userId: string, type: string, key: string) => `loreloom.generate.${type.toLowerCase()}.${key}.${userId}`

/** The generation settings of a user in this browser. Unreadable or outdated content counts as empty. */
export const remembered = (shelf: Shelf, userId: string, type: 'IMAGE' | 'MAP') => ({
  read<Key extends keyof Values>(key: Key): Values[Key] {
    const stored = (schemas[key] as unknown as z.ZodType<Values[Key]>).safeParse(
      parsed(shelf.getItem(keyOf(userId, type, key))),
    )
    return stored.success ? stored.data : initial[key]
  },
  /** A full or forbidden store is ignored: the settings are only a convenience. */
  write<Key extends keyof Values>(key: Key, value: Values[Key]) {
    try {
      shelf.setItem(keyOf(userId, type, key), JSON.stringify(value))
    } catch {}
  },
})
export type Remembered = ReturnType<typeof remembered>

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
