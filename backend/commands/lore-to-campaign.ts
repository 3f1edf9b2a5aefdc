import type pg from 'pg'
import { conjurations } from '#domain/conjurations.ts'
import { images } from '#domain/images.ts'
import type { Act } from '../http/act.ts'
import { accessesTo, mayEdit, viewerOf } from '../http/policy.ts'
import type { CommandHandler } from './handle.ts'
import { comeDown, refuseMissingFolder } from './hanging.ts'

interface Deps {
  pool: pg.Pool
  handler: CommandHandler
}
interface Destination {
  /** Null is outside of every campaign. */
  campaignId: string | null
  collectionId: string | null
  moveImages: boolean
}

/**
 * Moves lore to another campaign. Pictures of it that are to come along, and that the mover may edit, stay its pictures; the
 * others stay in their campaign and are its no more, because a picture is seen by its campaign. Answers how many moved.
 */
export async function moveToCampaign(act: Act, deps: Deps, ids: readonly string[], to: Destination): Promise<number> {
  const { handler } = deps
  await refuseMissingFolder(handler, to.campaignId, to.collectionId)
  for (const conjurationId of ids) {
    const pictures = await picturesOf(deps.pool, act.userId, conjurationId)
    const { campaignId, collectionId, moveImages } = to
    const stay = pictures.filter(({ mine }) => !moveImages || !mine)
    const { campaignId: from } = await handler.stateOf(conjurations, conjurationId)
    // Before the lore goes: at no time does anybody there see what stays here.
    if (from !== campaignId)
      for (const { id } of stay)
        await act.send(images, id, { type: 'LinkImage', data: { imageId: id, conjurationId: null } })
    await act.send(conjurations, conjurationId, {
      type: 'MoveConjurationToCampaign',
      data: { conjurationId, campaignId, collectionId },
    })
    await comeDown(act, handler, conjurationId)
    const { visibility } = await handler.stateOf(conjurations, conjurationId)
    for (const { id } of pictures.filter((picture) => !stay.includes(picture)))
      await act.send(images, id, { type: 'MoveImage', data: { imageId: id, campaignId, conjurationId, visibility } })
  }
  return ids.length
}

/** A picture in the Trash is left as it is: restored, it is a picture of its campaign. */
const picturesOf = async (pool: pg.Pool, userId: string, conjurationId: string) => {
  const { rows } = await pool.query<{ id: string }>(
    'select id from images where "conjurationId" = $1 and "deletedAt" is null',
    [conjurationId],
  )
  const viewer = await viewerOf(pool, userId)
  const accesses = await accessesTo(
    pool,
    rows.map(({ id }) => id),
  )
  return accesses.map((access) => ({ id: access.id, mine: mayEdit(viewer, access) }))
}
