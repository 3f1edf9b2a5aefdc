import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

/** What a request to the authentication library says; nothing of one that is no JSON object, which the library refuses. */
export const bodyOf = ({ body }: Pick<FastifyRequest, 'body'>): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = body instanceof Buffer ? JSON.parse(body.toString()) : undefined
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {}
  } catch {
    return {}
  }
}

const tenYears = 10 * 365 * 24 * 3600
const Fit = z.record(
  z.string(),
  // PostgreSQL's texts have no NUL.
  z
    .unknown()
    .refine(
      (value) => typeof value !== 'string' || !value.includes('\0'),
      'This text has a character in it that cannot be kept',
    ),
)
const Ban = z.object({
  banExpiresIn: z.int().min(1).max(tenYears, 'A ban for a time is for ten years at most').nullish(),
})

/** The library hands what it is given to the database, and would fail there. Throws a ZodError that names the field. */
export function refuseUnfit(given: Readonly<Record<string, unknown>>): void {
  Fit.parse(given)
  Ban.parse(given)
}
