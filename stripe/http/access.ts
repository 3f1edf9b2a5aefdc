import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '../store/schema.ts'
import type { Call } from './call.ts'
import { unauthorized } from './errors.ts'

export type Caller = 'server' | 'browser'

const same = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

const keyIn = (header: string | undefined): string | undefined => {
  const [, scheme, value = ''] = /^(Bearer|Basic)\s+(.+)$/i.exec(header ?? '') ?? []
  return scheme?.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : scheme && value
}

/** Identifies the caller by the key. */
export function callerOf(header: string | undefined, keys: Keys): Caller {
  const key = keyIn(header)
  if (!key)
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  if (same(key, keys.secretKey)) return 'server'
  if (same(key, keys.publishableKey)) return 'browser'
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
}

/** A browser may make a payment method, and see and confirm an intent whose secret it was given. */
export function allow(caller: Caller, { browser }: Call, id: string, given: { client_secret?: unknown }): void {
  if (caller === 'server') return
  if (!browser)
    throw unauthorized('This API call cannot be made with a publishable API key. Please use a secret API key.')
  if (id !== '' && typeof given.client_secret !== 'string')
    throw unauthorized('This API call cannot be made with a publishable API key without a client_secret.')
}

/** True if the given secret is the intent's. */
export const isSecretOf = (intent: { client_secret: string | null }, secret: unknown): boolean =>
  typeof secret === 'string' && intent.client_secret !== null && same(secret, intent.client_secret)
