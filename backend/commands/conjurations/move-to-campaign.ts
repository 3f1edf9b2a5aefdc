import type pg from 'pg'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { models } from '#domain/models.ts'
import { can } from '#domain/rights.ts'
import type { Sender } from '../../http/act.ts'
import { accessesTo, viewerOf } from '../../http/policy.ts'
import { refuseMissingCollection } from '../collections/placing.ts'
import type { Dispatcher } from '../dispatch.ts'
import { moveTexts } from '../segments/texts.ts'
import { describedBy } from '../texts/description.ts'

interface Deps {
  pool: pg.Pool
  handler: Pick<Dispatcher, 'stateOf'>
}
interface Destination {
  /** Null is outside of every campaign. */
  campaignId: string | null
  collectionId: string | null
  moveImages: boolean
  /**
   * Set for a return to the previous campaign, with the pictures to take along in addition to those that the mover may
   * move.
   */
  isReturn?: boolean
  pictures?: ReadonlySet<string>
}

/**
 * Moves lore to another campaign, with its 3D models. With `moveImages`, the pictures that the mover may move go with
 * it. The others stay in their campaign and are unlinked, because access to a picture depends on its campaign.
 */
export async function moveToCampaign(
  act: Sender,
  deps: Deps,
  conjurationId: string,
  to: Destination,
  /** The lore's state, if the caller has just read it. */
  known?: typeof conjurations.initial,
): Promise<void> {
  const { handler } = deps
  const { campaignId, collectionId, moveImages, isReturn = false } = to
  await refuseMissingCollection(handler, campaignId, collectionId)
  const pictures = await imagesOf(deps.pool, act.userId, conjurationId, to.pictures)
  const stay = pictures.filter(({ mine }) => !moveImages || !mine)
  const { campaignId: from, exists, deletedIn } = known ?? (await handler.stateOf(conjurations, conjurationId))
  if (!exists || deletedIn !== null) throw new Rejection('conjuration_not_found')
  // Unlinked before the lore moves, so that members of the destination never see pictures that stay here.
  if (from !== campaignId)
    for (const { id } of stay)
      await act.send(images, id, { type: 'LinkImage', data: { imageId: id, conjurationId: null } })
  const described = await describedBy(handler, conjurationId)
  await act.send(conjurations, conjurationId, {
    type: 'MoveConjurationToCampaign',
    data: { conjurationId, campaignId, collectionId, isReturn, ...described },
  })
  await moveTexts(act, deps, conjurationId)
  for (const { id } of pictures.filter((picture) => !stay.includes(picture)))
    await act.send(images, id, { type: 'MoveImage', data: { imageId: id, campaignId, conjurationId } })
  const { rows } = await deps.pool.query<{ id: string }>('select id from models where "conjurationId" = $1', [
    conjurationId,
  ])
  for (const { id: modelId } of rows)
    await act.send(models, modelId, { type: 'MoveModel', data: { modelId, campaignId, conjurationId } })
}

/** Omits pictures in the Trash: if restored, they belong to their own campaign. */
const imagesOf = async (pool: pg.Pool, userId: string, conjurationId: string, also?: ReadonlySet<string>) => {
  const { rows } = await pool.query<{ id: string }>(
    'select id from images where "conjurationId" = $1 and "deletedAt" is null',
    [conjurationId],
  )
  if (rows.length === 0) return []
  const viewer = await viewerOf(pool, userId)
  const accesses = await accessesTo(
    pool,
    rows.map(({ id }) => id),
  )
  return accesses.map((access) => ({
    id: access.id,
    mine: also?.has(access.id) || can(viewer, 'moveToCampaign', access),
  }))
}
