import type { z } from 'zod'
import type { BulkReceipt } from '#domain/me.ts'
import { messageOf, type RequestError, statusOf } from '../base/problem.ts'

/** The result of a bulk action: the number of changed items, and the skipped items with their reasons. */
export type Done = Pick<BulkReceipt, 'count' | 'skipped'>

type MutationResult = { data?: unknown; error?: RequestError | undefined }
type MaybePromise<T> = T | PromiseLike<T>

/** The most items that one request may name, images and lore alike. */
const pageSize = 200
const atOnce = 4

/** Returns true for failures of the connection, session, rate limit or server: requests for other items would fail too. */
const isHopeless = (error: RequestError) => [0, 401, 429].includes(statusOf(error)) || statusOf(error) >= 500

const skipAll = (ids: readonly string[], error: RequestError): Done['skipped'] =>
  ids.map((id) => ({ id, code: error.code, reason: messageOf(error, 'The server did not answer.') }))

/** Splits the ids into as many sequential requests as needed. Fails only if no item was changed. */
export const inPages = async <Answer extends Done>(
  ids: readonly string[],
  answer: z.ZodType<Answer>,
  ask: (ids: string[]) => MaybePromise<MutationResult>,
): Promise<{ data: Done & { answers: Answer[] } } | { error: RequestError }> => {
  const answers: Answer[] = []
  const skipped: Done['skipped'] = []
  let firstError: RequestError | undefined
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize)
    const { data, error } = await ask(page)
    if (!error) {
      const done = answer.parse(data)
      answers.push(done)
      skipped.push(...done.skipped)
      continue
    }
    firstError ??= error
    const isOver = isHopeless(error)
    skipped.push(...skipAll(isOver ? ids.slice(from) : page, error))
    if (isOver) break
  }
  const count = answers.reduce((sum, { count }) => sum + count, 0)
  return count === 0 && firstError ? { error: firstError } : { data: { count, skipped, answers } }
}

/** Sends one request per item, a few concurrently. Fails only if no item was changed. */
export const sendEach = async (
  ids: readonly string[],
  ask: (id: string) => MaybePromise<MutationResult>,
): Promise<{ data: Done } | { error: RequestError }> => {
  const queue = [...ids]
  const skipped: Done['skipped'] = []
  let firstError: RequestError | undefined
  const work = async () => {
    for (let id = queue.shift(); id; id = queue.shift()) {
      const { error } = await ask(id)
      if (!error) continue
      firstError ??= error
      skipped.push(...skipAll(isHopeless(error) ? [id, ...queue.splice(0)] : [id], error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const count = ids.length - skipped.length
  return count === 0 && firstError ? { error: firstError } : { data: { count, skipped } }
}

/** Returns the ids that were not skipped. */
export const succeededIds = (ids: readonly string[], { skipped }: Pick<Done, 'skipped'>): string[] => {
  const skippedIds = new Set(skipped.map(({ id }) => id))
  return ids.filter((id) => !skippedIds.has(id))
}

/**
 * Describes skipped items by reason: `2 were left as they are: You do not have permission to do this.` Empty if none
 * was skipped.
 */
export const describeSkipped = ({ skipped }: Pick<Done, 'skipped'>): string =>
  [...Map.groupBy(skipped, ({ reason }) => reason)]
    .map(
      ([reason, { length }]) =>
        `${length.toLocaleString('en')} ${length === 1 ? 'was left as it is' : 'were left as they are'}: ${reason}`,
    )
    .join(' ')
