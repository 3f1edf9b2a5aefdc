import type { Decider } from '#domain/decider.ts'
import type { images } from '#domain/images.ts'
import { tables } from '#domain/tables.ts'
import type { Dispatcher } from '../dispatch.ts'

type Handler = Pick<Dispatcher, 'stateOf'>
type StateOf<D> = D extends Decider<infer _C, infer _E, infer S> ? S : never
export type MapPicture = StateOf<typeof images>

/** Returns the campaign on whose table the map is now; null if it is on none. */
export const campaignShowing = async (
  handler: Handler,
  imageId: string,
  { campaignId }: Pick<MapPicture, 'campaignId'>,
) => {
  if (campaignId === null) return null
  const table = await handler.stateOf(tables, campaignId)
  return table.imageId === imageId ? campaignId : null
}
