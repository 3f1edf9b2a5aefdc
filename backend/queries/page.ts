import { z } from 'zod'

/** Query parameters of a list: `limit` is clamped by its route's largest page. */
export const Page = (standard: number, most = 100) =>
  z.object({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(most).default(standard),
  })

/** Text to find things by, as it was sent. PostgreSQL's texts have no NUL. */
export const Sought = (most: number) => z.string().max(most).transform(withoutNul)
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** A search text entered by the user. */
export const Typed = Sought(200)
  .transform((words) => words.trim())
  .default('')

/** A pattern that matches the text literally. */
export const contains = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`
