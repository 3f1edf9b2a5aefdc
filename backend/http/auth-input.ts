import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'

/**
 * What a request to the authentication library says, read once so that nothing is judged here that is read differently there.
 * Undefined without a body. Throws `Rejection` for what is not a JSON object.
 */
export function jsonOf({ body, headers, method }: FastifyRequest): Readonly<Record<string, unknown>> | undefined {
  if (method !== 'POST' || !(body instanceof Buffer) || body.length === 0) return undefined
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) throw new Rejection('unsupported_media_type')
  return object(body.toString())
}

const object = (text: string): Record<string, unknown> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw new Rejection('invalid_request')
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
