import type { Reaction } from './reactor.ts'

/**
 * Aborted when so many milliseconds have passed since a reaction's event, by the clock that dated it. An event may be dated ahead of that:
 * nothing is waited for any longer all the same.
 */
export const patienceOf = ({ event, now }: Pick<Reaction, 'event' | 'now'>, ms: number): AbortSignal =>
  AbortSignal.timeout(Math.min(Math.max(Date.parse(event.at) + ms - now(), 0), ms))
