import type { z } from 'zod'
import { positionOf } from '../app/api.ts'
import type { Snapshot } from '../realtime/follow.ts'

type Meta = { position: string | null } | undefined
type Tag =
  | 'campaigns'
  | 'collections'
  | 'conjurations'
  | 'files'
  | 'images'
  | 'invitations'
  | 'members'
  | 'segments'
  | 'templates'
  | 'users'

/** A query's `transformResponse` for a list with its total: rows at the position that they are true at. */
export const listed =
  <Row>(list: z.ZodType<{ data: Row[]; total: number }>) =>
  (answer: unknown, meta: Meta): Snapshot<Row> & { total: number } => {
    const { data: rows, total } = list.parse(answer)
    return { rows, total, position: positionOf(meta) }
  }

/** A mutation's `invalidatesTags`: a failed act is corrected by the truth as well, since other people's events may have landed. */
export const corrected =
  (...tags: readonly Tag[]) =>
  (_answer: unknown, refused: unknown): readonly Tag[] =>
    refused ? tags : []

/** A mutation's `invalidatesTags`: what was done is asked for again where events alone do not bring it. */
export const renewed =
  (...tags: readonly Tag[]) =>
  (_answer: unknown, refused: unknown): readonly Tag[] =>
    refused ? [] : tags
