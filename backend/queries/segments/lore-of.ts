import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { readWith } from '../../http/snapshot.ts'

/** Id of the lore that a segment belongs to, which never changes; the segment's events are in that lore's stream. */
export const loreOf = async (pool: pg.Pool, segmentId: string): Promise<string> => {
  const [segment] = await readWith(pool)<{ conjurationId: string }>(
    'select "conjurationId" from segments where id = $1',
    [segmentId],
  )
  if (!segment) throw new Rejection('segment_not_found')
  return segment.conjurationId
}
