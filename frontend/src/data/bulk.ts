import type { z } from 'zod'
import type { BulkReceipt } from '#domain/me.ts'
import { messageOf, type RequestError, statusOf } from '../app/problem.ts'

/** What was done of an act about many things, and what was left as it was. */
export type Done = Pick<BulkReceipt, 'count' | 'skipped'>

type MutationResult = { data?: unknown; error?: RequestError | undefined }
type Maybe<T> = T | PromiseLike<T>

/** As many as one call takes, of pictures and of lore. */
const pageSize = 200
const atOnce = 4

/** What lies with the connection or the session, not with the thing that was asked about: nothing else would fare better. */
const isHopeless = (error: RequestError) => [0, 401, 429].includes(statusOf(error)) || statusOf(error) >= 500

const leftAll = (ids: readonly string[], error: RequestError): Done['skipped'] =>
  ids.map((id) => ({ id, code: error.code, reason: messageOf(error, 'The server did not answer.') }))

/** Asks about many in as many calls as it takes, one after another. Fails only when nothing at all was done. */
export const inPages = async <Answer extends Done>(
  ids: readonly string[],
  answer: z.ZodType<Answer>,
  ask: (ids: string[]) => Maybe<MutationResult>,
): Promise<{ data: Done & { answers: Answer[] } } | { error: RequestError }> => {
  const answers: Answer[] = []
  const skipped: Done['skipped'] = []
  let refused: RequestError | undefined
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize)
    const { data, error } = await ask(page)
    if (!error) {
      const done = answer.parse(data)
      answers.push(done)
      skipped.push(...done.skipped)
      continue
    }
    refused ??= error
    const isOver = isHopeless(error)
    skipped.push(...leftAll(isOver ? ids.slice(from) : page, error))
    if (isOver) break
  }
  const count = answers.reduce((sum, { count }) => sum + count, 0)
  return count === 0 && refused ? { error: refused } : { data: { count, skipped, answers } }
}

/** Asks for each by itself, a few at a time. Fails only when nothing at all was done. */
export const oneByOne = async (
  ids: readonly string[],
  ask: (id: string) => Maybe<MutationResult>,
): Promise<{ data: Done } | { error: RequestError }> => {
  const queue = [...ids]
  const skipped: Done['skipped'] = []
  let refused: RequestError | undefined
  const work = async () => {
    for (let id = queue.shift(); id; id = queue.shift()) {
      const { error } = await ask(id)
      if (!error) continue
      refused ??= error
      skipped.push(...leftAll(isHopeless(error) ? [id, ...queue.splice(0)] : [id], error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const count = ids.length - skipped.length
  return count === 0 && refused ? { error: refused } : { data: { count, skipped } }
}

/** Those of the ids that were done. */
export const doneOf = (ids: readonly string[], { skipped }: Pick<Done, 'skipped'>): string[] => {
  const left = new Set(skipped.map(({ id }) => id))
  return ids.filter((id) => !left.has(id))
}

/** `2 were left as they are: You do not have permission to do this.` Empty when none was. */
export const leftBecause = ({ skipped }: Pick<Done, 'skipped'>): string =>
  [...Map.groupBy(skipped, ({ reason }) => reason)]
    .map(
      ([reason, { length }]) =>
        `${length.toLocaleString('en')} ${length === 1 ? 'was left as it is' : 'were left as they are'}: ${reason}`,
    )
    .join(' ')
