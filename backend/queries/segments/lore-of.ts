import type pg from 'pg'
import { Rejection } from '#domain/decider.ts'
import { readWith } from '../../http/snapshot.ts'

/** The lore that a segment is of, which never changes: its stream is where the segment is told of. */
export const loreOf = async (pool: pg.Pool, segmentId: string): Promise<string> => {
  const [segment] = await readWith(pool)<{ conjurationId: string }>(
    'select "conjurationId" from segments where id = $1',
    [segmentId],
  )
  if (!segment) throw new Rejection('segment_not_found')
  return segment.conjurationId
}
