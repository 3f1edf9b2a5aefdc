import type pg from 'pg'
import type { Log } from './log.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

const everyMs = 60_000
/** Milliseconds by which this machine's two clocks may diverge. A larger difference means that one was set, or that the machine slept. */
const partingMs = 1_000

/** The clocks of this machine: the adjustable wall clock and the monotonic one. */
const machine = { wall: () => Date.now(), steady: () => performance.now() }

/**
 * The database's clock, shared by all processes: measured at startup, each minute, and whenever this machine's clock
 * was adjusted or suspended. In between, the monotonic clock advances it.
 */
export const databaseClock = async (
  pool: Pick<pg.Pool, 'query'>,
  log: Pick<Log, 'warn'>,
  { wall, steady } = machine,
): Promise<Clock & { measure(): Promise<void>; stop(): Promise<void> }> => {
  const measured = async () => {
    const before = steady()
    const { rows } = await pool.query<{ now: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
    )
    const after = steady()
    // The database read its clock between the request and the answer, so the midpoint is the best estimate.
    return { database: Number(rows[0]?.now), steady: (before + after) / 2, apart: wall() - after }
  }
  let last = await measured()
  let underway: Promise<void> | undefined
  const measure = () => {
    underway ??= measured()
      .then((next) => {
        last = next
      })
      .catch((err: unknown) => log.warn({ err }, 'The clock of the database could not be read; trying again'))
      .finally(() => {
        underway = undefined
      })
    return underway
  }
  const timer = setInterval(() => void measure(), everyMs).unref()

  return {
    now() {
      if (Math.abs(wall() - steady() - last.apart) > partingMs) void measure()
      return Math.round(last.database + steady() - last.steady)
    },
    measure,
    async stop() {
      clearInterval(timer)
      await underway
    },
  }
}
