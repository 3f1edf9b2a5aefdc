import { Counter } from 'prom-client'
import type { Telemetry } from './telemetry.ts'

/** Counts look-ups in the response cache, by whether a valid answer was found. */
export const observeResponseCache = ({ metrics: { registry } }: Telemetry) => {
  const looked = new Counter({
    name: 'loreloom_kept_answers_total',
    help: 'Lists looked for in the response cache: served from it, or read anew',
    labelNames: ['found'],
    registers: [registry],
  })
  return (found: boolean): void => looked.inc({ found: String(found) })
}
