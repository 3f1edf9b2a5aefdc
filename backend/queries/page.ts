import { z } from 'zod'

/** Query parameters of a list: `limit` is clamped by its route's largest page. */
export const Page = (standard: number, most = 100) =>
  z.object({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(most).default(standard),
  })

/** What somebody typed to find things by. PostgreSQL's texts have no NUL. */
export const Typed = z
  .string()
  .max(200)
  .transform((words) => words.replaceAll('\0', '').trim())
  .default('')

/** What `like` would take for a pattern is meant as it stands. */
export const contains = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`
