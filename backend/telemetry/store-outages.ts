import { Counter } from 'prom-client'
import type { Outage, StoreObserver } from '#eventstore'
import type { Log } from '../platform/log.ts'
import type { Telemetry } from './telemetry.ts'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** The summary of an event store outage, as a log message. */
export const outageSentence = ({ ms, calls, repeats, givenUp, longest }: Outage): string =>
  `The event store kept calls waiting for ${seconds(ms)}: ${many(calls, 'call')} made again, ${many(repeats, 'time')} in all; ` +
  `${givenUp === 0 ? 'all answered' : `${givenUp} given up`}, the last after ${seconds(longest)}`

/** Logs one line per outage, at its end, unless `isTold` reports that the failure was already logged. */
export const loggedOutages = (log: Pick<Log, 'warn'>, isTold: () => boolean = () => false): StoreObserver => ({
  recovered(outage) {
    if (!isTold()) log.warn({ outage }, outageSentence(outage))
  },
})

/** Counts outages of the event store and the calls repeated because of them. */
export const measuredOutages = ({ registry }: Telemetry['metrics']) => {
  const registers = [registry]
  const retries = new Counter({
    name: 'loreloom_event_store_retries_total',
    help: 'Calls that were made again, as the event store was out of reach or did not answer in time',
    registers,
  })
  const reconnects = new Counter({
    name: 'loreloom_event_store_reconnects_total',
    help: 'Times that the connection to the event store, or a subscription, was lost: once until it answers again',
    registers,
  })
  let losses = 0
  const observer: StoreObserver = {
    repeated: () => retries.inc(),
    lost() {
      losses++
      reconnects.inc()
    },
  }
  return { observer, reconnects: () => losses }
}
