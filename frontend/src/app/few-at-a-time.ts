import type { RequestError } from './problem.ts'

const atOnce = 4

/** Asks something of each id, a few at a time, until one is refused: the first refusal, or undefined. */
export const fewAtATime = async (
  ids: readonly string[],
  ask: (id: string) => PromiseLike<{ error?: RequestError | undefined }> | { error?: RequestError | undefined },
): Promise<RequestError | undefined> => {
  const queue = [...ids]
  let refused: RequestError | undefined
  const work = async () => {
    for (let id = queue.pop(); id && !refused; id = queue.pop()) refused ??= (await ask(id)).error
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return refused
}
