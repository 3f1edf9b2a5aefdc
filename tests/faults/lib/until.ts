import { setTimeout as pause } from 'node:timers/promises'

/** Asks until the answer is something true. Rejects after `withinMs`, naming what was waited for and the last thing that went wrong. */
export async function until<Answer>(
  what: string,
  withinMs: number,
  ask: () => Promise<Answer | undefined | false> | Answer | undefined | false,
): Promise<Answer> {
  const end = performance.now() + withinMs
  let trouble: unknown
  while (performance.now() < end) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
    } catch (error) {
      trouble = error
    }
    await pause(25)
  }
  throw new Error(`Not within ${withinMs / 1000} s: ${what}`, { cause: trouble })
}
