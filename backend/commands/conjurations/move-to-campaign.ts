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
 * Moves lore to another campaign. Pictures of it that are to come along, and that the mover may move, stay its pictures; the
 * others stay in their campaign and are its no more, because a picture is seen by its campaign. Its 3D models come along.
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
  // Before the lore goes: at no time does anybody there see what stays here.
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

/** A picture in the Trash is left as it is: restored, it is a picture of its campaign. */
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
