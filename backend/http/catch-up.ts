import type { Deps } from './deps.ts'

/** How long a refusal, or a `Min-Position`, waits for the views. */
export const patienceMs = 5000

/** Waits until the views show what was appended until now, or patience ends: before saying that something is not there. */
export const catchUp = async ({ progress, store }: Pick<Deps, 'progress' | 'store'>): Promise<void> => {
  await progress.waitFor(await store.head(), patienceMs)
}
