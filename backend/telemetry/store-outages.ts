import type { Outage, StoreObserver } from '../../eventstore/outages.ts'
import type { Log } from '../platform/log.ts'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** What an outage of the event store came to, in a sentence. */
export const outageSentence = ({ ms, calls, repeats, givenUp, longest }: Outage): string =>
  `The event store kept calls waiting for ${seconds(ms)}: ${many(calls, 'call')} made again, ${many(repeats, 'time')} in all; ` +
  `${givenUp === 0 ? 'all answered' : `${givenUp} given up`}, the last after ${seconds(longest)}`

/** One line for each outage, when it is over. */
export const loggedOutages = (log: Pick<Log, 'warn'>): StoreObserver => ({
  recovered(outage) {
    log.warn({ outage }, outageSentence(outage))
  },
})
