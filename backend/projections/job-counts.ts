export const jobStates = ['ready', 'running', 'waiting', 'retrying', 'given up'] as const

/** Jobs of one task in one state; `oldest` is the age in seconds of the one that was due first. */
export interface JobCount {
  task: string
  state: (typeof jobStates)[number]
  jobs: number
  oldest: number
}

/** Counts the queue of all processes, a `JobCount` for each task and state that occurs. */
export const jobCounts = `select t.identifier as task, count(*)::int as jobs,
    case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'given up'
      when j.run_at <= now() then 'ready' when j.attempts > 0 then 'retrying' else 'waiting' end as state,
    extract(epoch from greatest(now() - min(j.run_at), interval '0'))::float8 as oldest
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id group by 1, 3`
