import type pg from 'pg'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { can } from '#domain/rights.ts'
import type { Act } from '../../http/act.ts'
import { accessesTo, viewerOf } from '../../http/policy.ts'
import type { Dispatcher } from '../dispatch.ts'
import { unlinkIfElsewhere } from '../images/linking.ts'

interface Deps {
  pool: pg.Pool
  handler: Dispatcher
}
interface Of {
  conjurationId: string
  segmentId: string
}

/**
 * Links a picture without lore to the lore of its gallery, so that the lore's viewers see it. Callers leave pictures of
 * galleries for DMs unlinked, since all viewers of the lore would see them.
 */
const linkToLore = async (act: Act, handler: Dispatcher, imageId: string, conjurationId: string) => {
  await act.send(images, imageId, { type: 'LinkImage', data: { imageId, conjurationId } })
  await unlinkIfElsewhere(act, handler, imageId)
}

export async function addImage(
  act: Act,
  { handler }: Deps,
  { conjurationId, segmentId, segmentImageId, imageId }: Of & { segmentImageId: string; imageId: string },
): Promise<void> {
  const [lore, image] = await Promise.all([
    handler.stateOf(conjurations, conjurationId),
    handler.stateOf(images, imageId),
  ])
  if (image.status === 'none' || image.deleted) throw new Rejection('image_not_found')
  if (image.campaignId !== lore.campaignId) throw new Rejection('image_elsewhere')
  const data = { conjurationId, segmentId, segmentImageId, imageId }
  await act.send(conjurations, conjurationId, { type: 'AddSegmentImage', data })
  const segment = lore.segments.find(({ id }) => id === segmentId)
  if (image.conjurationId === null && segment?.isForDms === false)
    await linkToLore(act, handler, imageId, conjurationId)
}

/** Links the pictures of a gallery that was for DMs only, as far as the requester may show them. */
export async function linkShown(act: Act, { pool, handler }: Deps, { conjurationId, segmentId }: Of): Promise<void> {
  const { campaignId, segments } = await handler.stateOf(conjurations, conjurationId)
  const held = segments.find(({ id }) => id === segmentId)?.images.map(({ imageId }) => imageId) ?? []
  if (held.length === 0) return
  const viewer = await viewerOf(pool, act.userId)
  for (const access of await accessesTo(pool, held)) {
    const image = await handler.stateOf(images, access.id)
    const isLoose = image.conjurationId === null && image.campaignId === campaignId && !image.deleted
    if (isLoose && can(viewer, 'edit', access)) await linkToLore(act, handler, access.id, conjurationId)
  }
}
