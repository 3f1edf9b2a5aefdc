import { createHash } from 'node:crypto'
import { z } from 'zod'
import { experimentNames, type Variants } from '#domain/experiments.ts'
import { lruCache } from '../platform/lru-cache.ts'
import { bytesOf } from './bounded.ts'

/** Decides the variants of experiments for each user. */
export interface Experiments {
  /**
   * The variants for a user, which may be five minutes old. Never throws: while the service fails, the last variants apply, and `isReached`
   * is false as soon as they are older.
   */
  variantsFor(userId: string): Promise<{ variants: Variants; isReached: boolean }>
}

export interface RemoteExperimentsOptions {
  baseUrl: string
  apiKey?: string | undefined
  /** Receives the error that begins an outage. */
  onFailure?: (error: unknown) => void
  timeoutMs?: number
  /** `freshMs`: the age at which variants are fetched again. `retryMs`: the pause after a failure, during which none are fetched. */
  freshMs?: number
  retryMs?: number
  /** Milliseconds of a clock that never runs back. */
  now?: () => number
}

const mostUsers = 10_000
const maxAnswerBytes = 256 * 1024

/** Flags of a bulk evaluation. The service also returns flags that are not ours, of any type. */
const Evaluation = z.object({
  flags: z.array(z.object({ key: z.string(), value: z.unknown().optional(), variant: z.string().optional() })),
})

interface Cached {
  variants: Variants
  /** The time from which the variants are fetched again. */
  until: number
}

/** Returns `on` or `off` for a boolean value, a string value as it is, and otherwise the flag's `variant`. */
const variantIn = ({ value, variant }: { value?: unknown; variant?: string | undefined }): string | undefined =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : typeof value === 'string' ? value : variant

/**
 * Client of a service with OpenFeature's Remote Evaluation Protocol (flagd, GO Feature Flag, Flipt and others). The service receives a hash
 * in place of the user's id, and nothing else about the user.
 */
export const remoteExperiments = ({
  baseUrl,
  apiKey,
  onFailure = () => undefined,
  timeoutMs = 10_000,
  freshMs = 300_000,
  retryMs = 60_000,
  now = () => performance.now(),
}: RemoteExperimentsOptions): Experiments => {
  const endpoint = `${baseUrl.replace(/\/+$/, '')}/ofrep/v1/evaluate/flags`
  const cache = lruCache<Cached>(mostUsers, () => 1)
  const pending = new Map<string, Promise<void>>()
  let failedUntil: number | undefined

  const evaluate = async (userId: string): Promise<Variants> => {
    const targetingKey = createHash('sha256').update(`experiments ${userId}`).digest('hex')
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ context: { targetingKey } }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`The experiment service answered ${response.status}`)
    }
    const tooLarge = () => new Error(`The experiment service answered more than ${maxAnswerBytes} bytes`)
    const bytes = await bytesOf(response, maxAnswerBytes, tooLarge)
    const { flags } = Evaluation.parse(JSON.parse(bytes.toString()))
    const own = flags.filter(({ key }) => (experimentNames as string[]).includes(key))
    return Object.fromEntries(
      own.flatMap((flag) => {
        const variant = variantIn(flag)
        return variant === undefined ? [] : [[flag.key, variant] as const]
      }),
    )
  }

  const refresh = async (userId: string): Promise<void> => {
    try {
      cache.set(userId, { variants: await evaluate(userId), until: now() + freshMs })
      failedUntil = undefined
    } catch (error) {
      if (failedUntil === undefined) onFailure(error)
      failedUntil = now() + retryMs
    }
  }

  return {
    async variantsFor(userId) {
      const isFresh = () => now() < (cache.get(userId)?.until ?? 0)
      if (!isFresh() && now() >= (failedUntil ?? 0)) {
        const running = pending.get(userId) ?? refresh(userId).finally(() => pending.delete(userId))
        pending.set(userId, running)
        await running
      }
      return { variants: cache.get(userId)?.variants ?? {}, isReached: isFresh() }
    },
  }
}
