import { z } from 'zod'

/** Query parameters of a list: a `limit` above the route's largest page, `most`, is rejected. */
export const Page = (standard: number, most = 100) =>
  z.object({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(most).default(standard),
  })

/** A search text as it was sent, but without NUL, which PostgreSQL's texts cannot contain. */
export const Sought = (most: number) => z.string().max(most).transform(withoutNul)
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** A search text entered by the user. */
export const Typed = Sought(200)
  .transform((words) => words.trim())
  .default('')

/** A pattern that matches the text literally. */
export const contains = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`
