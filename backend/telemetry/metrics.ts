import { Counter, collectDefaultMetrics, type Gauge, Registry } from 'prom-client'
import { inTime } from '../platform/in-time.ts'

/** Upper bounds in seconds, from a cached command to a client timeout. */
export const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Upper bounds in seconds for the event store, which often answers within a millisecond, and whose calls time out after 30 s. */
export const storeBuckets = [0.0005, ...secondsBuckets, 30]
/** Upper bounds in seconds for long work: pictures, rebuilds, waiting in a queue. */
export const longBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]

export interface Metrics {
  /** The registry of all metrics. Label values are defined in code, never taken from ids or user input, so that their number is bounded. */
  registry: Registry
  /**
   * `collect` updates `gauges` at each scrape. If it is slow or fails, the failure is counted, and they are omitted.
   */
  onScrape(source: string, gauges: readonly Gauge[], collect: () => Promise<void>): void
  /** Returns all metrics in Prometheus' text format; `type` is its content type. */
  read(): Promise<{ type: string; text: string }>
}

const collectTimeoutMs = 3_000

/** `ofProcess` adds memory, processor, garbage collection and event loop. */
export const createMetrics = ({ ofProcess = false } = {}): Metrics => {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const failures = new Counter({
    name: 'loreloom_scrape_failures_total',
    help: 'Times that a source of gauges did not answer in time',
    labelNames: ['source'],
    registers: [registry],
  })
  const sources: (() => Promise<void>)[] = []

  return {
    registry,
    onScrape(source, gauges, collect) {
      failures.inc({ source }, 0)
      // A blocked collection is awaited again rather than started twice.
      let underWay: Promise<void> | undefined
      sources.push(async () => {
        underWay ??= collect().finally(() => {
          underWay = undefined
        })
        await inTime(underWay, collectTimeoutMs).catch(() => {
          failures.inc({ source })
          gauges.forEach(forget)
        })
      })
    },
    async read() {
      await Promise.all(sources.map((collect) => collect()))
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

/** Resetting a gauge without labels would report 0 instead of "unknown", so it is removed. */
const forget = (gauge: Gauge) => {
  gauge.reset()
  if ('labelNames' in gauge && Array.isArray(gauge.labelNames) && gauge.labelNames.length === 0) gauge.remove()
}

/** Starts a stopwatch; the returned function gives the seconds since. */
export const stopwatch = (): (() => number) => {
  const began = performance.now()
  return () => (performance.now() - began) / 1000
}

/** Runs `work`, and passes its duration and outcome to `observe`: `ok`, or the result of `outcomeOf` for its error. */
export const timed = async <T>(
  work: () => Promise<T>,
  observe: (seconds: number, outcome: string) => void,
  outcomeOf: (error: unknown) => string = () => 'failed',
): Promise<T> => {
  const seconds = stopwatch()
  try {
    const answer = await work()
    observe(seconds(), 'ok')
    return answer
  } catch (error) {
    observe(seconds(), outcomeOf(error))
    throw error
  }
}
