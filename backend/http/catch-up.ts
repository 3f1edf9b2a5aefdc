import { Rejection } from '#domain/decider.ts'
import type { Deps } from './deps.ts'

/** Timeout for the views before a refusal, or for a `Min-Position`; in milliseconds. */
export const catchUpTimeoutMs = 5000

/**
 * Waits until the views include everything appended so far, before a "not found" is answered. Throws `not_caught_up` on
 * a timeout, since existence is then unknown.
 */
export const catchUp = async (
  { progress, store }: Pick<Deps, 'progress'> & { store: Pick<Deps['store'], 'head'> },
  timeoutMs = catchUpTimeoutMs,
): Promise<void> => {
  if (!(await progress.waitFor(await store.head(), timeoutMs))) throw new Rejection('not_caught_up')
}
