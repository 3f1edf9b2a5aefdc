import { z } from 'zod'
import type { Viewer } from '#domain/access.ts'
import { viewerThen } from '#domain/campaign-past.ts'
import { campaigns } from '#domain/campaigns.ts'
import { positionOf, type Read } from '../../http/snapshot.ts'
import { asOf, eventAt } from '../as-of.ts'
import { type Reads, stateAt } from './state-at.ts'

/** A requested moment: a time, or a log position, which takes precedence. */
export const MomentQuery = z.object({
  at: z.iso.datetime({ offset: true }).optional(),
  position: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
})
export type MomentQuery = z.infer<typeof MomentQuery>

export interface Moment {
  /** ISO time. */
  at: string
  position: bigint
}

/** Returns the requested moment; the present if none is requested. */
export async function momentOf(read: Read, { at, position }: MomentQuery): Promise<Moment> {
  if (position !== undefined) {
    const last = await eventAt(read, position)
    return { at: last?.at ?? beginning, position: last?.position ?? 0n }
  }
  if (at === undefined) {
    const [now] = await read<{ at: string }>('select now() as at')
    return { at: now?.at ?? beginning, position: BigInt(await positionOf(read)) }
  }
  return { at, position: (await asOf(read, at))?.position ?? 0n }
}
const beginning = new Date(0).toISOString()

/** The viewer with their role in a campaign at a position. */
export const asThen = async (store: Reads, campaignId: string, userId: string, position: bigint): Promise<Viewer> =>
  viewerThen((await stateAt(store, campaigns, campaignId, position)).state, campaignId, userId)
