import { Rejection } from '#domain/decider.ts'
import type { Deps } from './deps.ts'

/** How long a refusal, or a `Min-Position`, waits for the views. */
export const patienceMs = 5000

/**
 * Waits until the views show what was appended until now: before saying that something is not there. Refuses with
 * `not_caught_up` when they do not in time, because nobody knows then whether it is there.
 */
export const catchUp = async (
  { progress, store }: Pick<Deps, 'progress'> & { store: Pick<Deps['store'], 'head'> },
  patience = patienceMs,
): Promise<void> => {
  if (!(await progress.waitFor(await store.head(), patience))) throw new Rejection('not_caught_up')
}
