import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import type { Shot } from './shots.ts'

const Problem = z.object({ status: z.int(), code: z.string().min(1), detail: z.string().min(1), title: z.string() })
/** What an error must not tell: where it happened, what was asked of the database, what the machine is called. */
const inside =
  /node_modules|\.ts:\d+|\bat \w+ \(|ECONNREFUSED|violates|syntax error|invalid byte sequence|select .+ from /i

const needed: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'x-request-id': /^[\da-f-]{36}$/,
}

/** What is wrong with an answer, whatever was asked; nothing when it is as every answer must be. */
export function wrongWith({ statusCode, headers, body }: LightMyRequestResponse, shot: Shot): string | undefined {
  const waited = statusCode === 503 && shot.headers['min-position'] !== undefined
  if (statusCode >= 500 && !waited) return `${statusCode}`
  for (const [name, form] of Object.entries(needed))
    if (!form.test(String(headers[name]))) return `header ${name} is ${headers[name]}`
  if (shot.route.path.startsWith('/api/') && headers['content-security-policy'] === undefined)
    return 'no content-security-policy'
  if (statusCode < 400) return undefined
  if (!/^application\/problem\+json/.test(String(headers['content-type'])))
    return `an error as ${headers['content-type']}`
  const told = Problem.safeParse(JSON.parse(body))
  if (!told.success || told.data.status !== statusCode) return 'an error that is no problem'
  return inside.test(body) ? 'an error that tells of the inside' : undefined
}
