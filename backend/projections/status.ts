import type pg from 'pg'

export interface ProjectionStatus {
  /** The log position at which all running views are valid. */
  position: bigint
  /** Seconds since the position changed, by the database's clock. */
  ageSeconds: number
  /** Stopped views with the error: they are valid up to before `at`. */
  stopped: { view: string; at: bigint; error: string }[]
}

/** The progress of the views, readable from any process; used by the readiness check. */
export const projectionStatus = async (pool: pg.Pool): Promise<ProjectionStatus> => {
  const { rows } = await pool.query<{ position: string; age: number; view: string | null; at: string; error: string }>(
    `select c.position, extract(epoch from now() - c."movedAt")::float8 as age, p.name as view, p."stoppedAt" as at, p.error
       from checkpoint c left join projections p on p."stoppedAt" is not null order by p.name`,
  )
  return {
    position: BigInt(rows[0]?.position ?? 0),
    ageSeconds: Math.max(rows[0]?.age ?? 0, 0),
    stopped: rows.flatMap(({ view, at, error }) => (view === null ? [] : [{ view, at: BigInt(at), error }])),
  }
}
