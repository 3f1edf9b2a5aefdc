import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { viewerThen } from '#domain/campaign-past.ts'
import { campaigns } from '#domain/campaigns.ts'
import { positionOf, type Read } from '../../http/snapshot.ts'
import { type Reads, stateAt } from './state-at.ts'

/** A moment as it is asked for: a time, or a position of the log, which wins. */
export const Asked = z.object({
  at: z.iso.datetime({ offset: true }).optional(),
  position: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
})
export type Asked = z.infer<typeof Asked>

export interface Moment {
  /** ISO time. */
  at: string
  position: bigint
}

/** The last position by which nothing later than a time had happened; without a time the one of now. */
export async function momentOf(read: Read, { at, position }: Asked): Promise<Moment> {
  const now = BigInt(await positionOf(read))
  if (position !== undefined) {
    const asked = BigInt(position) < now ? BigInt(position) : now
    const [last] = await read<{ at: string | null }>(
      'select at from feed where position <= $1 order by position desc limit 1',
      [String(asked)],
    )
    return { at: last?.at ?? new Date(0).toISOString(), position: asked }
  }
  if (at === undefined) return { at: new Date().toISOString(), position: now }
  const [next] = await read<{ before: string | null }>(
    'select (min(position) - 1)::text as before from feed where at > $1',
    [at],
  )
  return { at, position: next?.before ? BigInt(next.before) : now }
}

/** Somebody as what they were in a campaign at a position. */
export const asThen = async (store: Reads, campaignId: string, userId: string, position: bigint): Promise<Viewer> =>
  viewerThen((await stateAt(store, campaigns, campaignId, position)).state, campaignId, userId)
