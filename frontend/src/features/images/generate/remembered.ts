import { z } from 'zod'

/** The part of the browser's store that is needed, so that tests bring their own. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

const schemas = {
  /** Models that took part last, with their quantities and styles. */
  models: z.array(z.object({ modelId: z.string(), quantity: z.int(), stylePreset: z.string().nullable() })),
  /** The style last used with each model, by model id. */
  styles: z.record(z.string(), z.string()),
  /** The prompt and size last sent, and the pictures asked for with it. */
  last: z.object({ prompt: z.string(), size: z.string(), imageIds: z.array(z.string()) }),
  negativePrompt: z.string(),
}
type Values = { [Key in keyof typeof schemas]: z.infer<(typeof schemas)[Key]> }

const initial: Values = { models: [], styles: {}, last: { prompt: '', size: '', imageIds: [] }, negativePrompt: '' }

/** Keys are by person and by what is drawn: two people at one machine do not share prompts, nor maps and pictures models. */
const keyOf = (userId: string, type: string, key: string) => `loreloom.generate.${type.toLowerCase()}.${key}.${userId}`

/** What this browser remembers of one person's generating. Unreadable or older content counts as nothing. */
export const remembered = (shelf: Shelf, userId: string, type: 'IMAGE' | 'MAP') => ({
  read<Key extends keyof Values>(key: Key): Values[Key] {
    const known = (schemas[key] as unknown as z.ZodType<Values[Key]>).safeParse(
      parsed(shelf.getItem(keyOf(userId, type, key))),
    )
    return known.success ? known.data : initial[key]
  },
  /** A full or forbidden store is no reason to stop: it is a convenience. */
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
