import type pg from 'pg'
import type { EventStore } from '#eventstore'

/** An event by which a log is recognised. */
export interface Mark {
  position: bigint
  id: string
}

/** The last event that the views applied; undefined before the first. */
export const markOf = async (client: Pick<pg.ClientBase, 'query'>): Promise<Mark | undefined> => {
  const { rows } = await client.query<{ position: string | null; id: string | null }>(
    'select "lastPosition" as position, "lastId" as id from checkpoint',
  )
  const { position = null, id = null } = rows[0] ?? {}
  return position === null || id === null ? undefined : { position: BigInt(position), id }
}

/** True if a log has the marked event at its position. */
export const has = async (store: Pick<EventStore, 'idAt'>, mark: Mark | undefined): Promise<boolean> =>
  mark === undefined || (await store.idAt(mark.position)) === mark.id
