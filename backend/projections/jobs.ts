import { type AnyReactor, jobKeyOf } from '../reactors/reactor.ts'
import type { Stored } from './stored.ts'

/** A job in the format of graphile-worker's SQL. Its key identifies an event and a reactor. */
export interface Job {
  identifier: string
  payload: unknown
  /** Jobs of one queue run one after another. */
  queue_name: string | null
  run_at: string | null
  /** Maximum delay in seconds by the database's clock, since the clock that dates events may be ahead. */
  at_most: number | null
  max_attempts: number
  job_key: string
  /** True if an already waiting job suffices: it reads the present state when it runs. */
  is_one_for_many: boolean
}

const named = (data: unknown, field: string) => String((data as Record<string, unknown>)[field])

/** The type of the event that follows in the same decision; undefined if there is none in the same batch. */
const typeAfter = (events: readonly Stored[], n: number): string | undefined => {
  const [{ event } = {}, { event: next } = {}] = [events[n], events[n + 1]]
  const decisionId = event?.metadata.decisionId
  return decisionId !== undefined && next?.metadata.decisionId === decisionId ? next.type : undefined
}

/** The jobs that these events trigger. A delay counts from the time of the event, also if no process ran in between. */
export const jobsOf = (reactors: readonly AnyReactor[], events: readonly Stored[]): Job[] => {
  const jobs = events.flatMap(({ event }, n) =>
    reactors
      .filter(({ on, when }) => on[event.type] && (when?.[event.type]?.(event.data, typeAfter(events, n)) ?? true))
      .map(({ name, delayMs, dueAt, oneFor, isOperation, attempts = 10 }) => ({
        identifier: name,
        payload: event,
        queue_name: isOperation ? `operations:${event.metadata.actor}` : null,
        run_at: delayMs
          ? new Date(Date.parse(event.at) + delayMs).toISOString()
          : (dueAt?.[event.type]?.(event.data) ?? null),
        at_most: delayMs ? delayMs / 1000 : null,
        max_attempts: attempts,
        job_key: oneFor === undefined ? jobKeyOf(name, event) : `${name}:${named(event.data, oneFor)}`,
        is_one_for_many: oneFor !== undefined,
      })),
  )
  // A statement may name each job only once.
  return [...new Map(jobs.map((job) => [job.job_key, job])).values()]
}

/**
 * Adds all jobs in one statement; `$1` is their JSON. A waiting job with the same key retains its time, and is not added
 * again if it `is_one_for_many`: otherwise a busy writer would wake the workers with each change.
 */
export const addJobs = `select count(*) from graphile_worker.add_jobs(array(
  select (identifier, payload, queue_name, least(run_at, now() + at_most * interval '1 second'), max_attempts, job_key, null, null)::graphile_worker.job_spec
  from jsonb_to_recordset($1::jsonb) as job(identifier text, payload json, queue_name text, run_at timestamptz, at_most float8,
    max_attempts smallint, job_key text, is_one_for_many boolean)
  where is_one_for_many is not true or not exists (
    select from graphile_worker.jobs waiting where waiting.key = job.job_key and waiting.locked_at is null and waiting.attempts = 0)), true)`
