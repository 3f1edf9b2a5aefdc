import type { z } from 'zod'
import { positionOf } from '../base/api.ts'
import type { Snapshot } from '../realtime/follow.ts'

type Meta = { position: string | null } | undefined
type Tag =
  | 'campaigns'
  | 'collections'
  | 'conjurations'
  | 'conversations'
  | 'files'
  | 'images'
  | 'invitations'
  | 'members'
  | 'models'
  | 'segments'
  | 'templates'
  | 'users'

/** A query's `transformResponse` for a list with its total: rows at the log position of the response. */
export const parseList =
  <Row>(list: z.ZodType<{ data: Row[]; total: number }>) =>
  (answer: unknown, meta: Meta): Snapshot<Row> & { total: number } => {
    const { data: rows, total } = list.parse(answer)
    return { rows, total, position: positionOf(meta) }
  }

/**
 * A mutation's `invalidatesTags`: refetches after a failure, since events of other users may have arrived in the
 * meantime.
 */
export const refetchOnFailure =
  (...tags: readonly Tag[]) =>
  (_answer: unknown, refused: unknown): readonly Tag[] =>
    refused ? tags : []

/** A mutation's `invalidatesTags`: refetches after a success, for data whose changes reach the client in no event. */
export const refetchOnSuccess =
  (...tags: readonly Tag[]) =>
  (_answer: unknown, refused: unknown): readonly Tag[] =>
    refused ? [] : tags
