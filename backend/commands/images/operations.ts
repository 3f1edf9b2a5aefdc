import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { subjectOf } from '#domain/metadata.ts'
import type { EventStore } from '#eventstore'
import { uneditableImage as judge, unmovableImage } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { type Deed, inPages, type Kind, type Run } from '../operations/perform.ts'
import { refuseStrangers, refusingReturns } from '../operations/refusing-returns.ts'
import { statesAround } from '../state-before.ts'
import { refuseFullCampaign, type StorageDeps } from '../storage/room.ts'
import { refuseMissingConjuration } from './linking.ts'

const ids = z.array(uuid())

const remove = (run: Run) => ({
  judge,
  work: (imageId: string) => run.send(images, imageId, { type: 'DeleteImage', data: { imageId } }),
})
const restore = (run: Run) => ({
  judge,
  work: (imageId: string) => run.send(images, imageId, { type: 'RestoreImage', data: { imageId } }),
})
const itemsOf = (deeds: readonly Deed[]) => [...new Set(deeds.map(({ item }) => item))]

export const deleteImages: Kind<{ ids: string[] }> = {
  arguments: z.object({ ids }),
  run: (run, { ids }) => inPages(ids, (page) => run.each(page, remove(run))),
  async undo(run, deeds) {
    for await (const page of deeds(['ImageDeleted'])) await run.each(itemsOf(page), restore(run))
  },
}

export const restoreImages: Kind<{ ids: string[] }> = {
  arguments: z.object({ ids }),
  run: (run, { ids }) => inPages(ids, (page) => run.each(page, restore(run))),
  async undo(run, deeds) {
    for await (const page of deeds(['ImageRestored'])) await run.each(itemsOf(page), remove(run))
  },
}

export const moveImages = ({
  pool,
  store,
  quotas,
}: StorageDeps & {
  store: Pick<EventStore, 'read'>
}): Kind<{ ids: string[]; campaignId: string }> => {
  /** Back to its campaign, and to the lore that it was a picture of, if that is there to have it. */
  const takeBack = async (
    run: Run,
    { stream, revision }: Deed,
    refuseReturn: (id: string, from: string | null) => void,
  ) => {
    const imageId = subjectOf(stream)
    const { before, after, now } = await statesAround(store, images, stream, revision)
    const { campaignId } = before
    refuseReturn(imageId, campaignId)
    // An earlier try may have brought it back.
    if (now.campaignId !== after.campaignId && now.campaignId !== campaignId) throw new Rejection('changed_since')
    await run.send(images, imageId, { type: 'MoveImage', data: { imageId, campaignId } })
    const { conjurationId } = before
    if (conjurationId === null) return
    const isThere = await refuseMissingConjuration(run, campaignId, conjurationId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Rejection) return false
        throw error
      },
    )
    if (isThere) await run.send(images, imageId, { type: 'LinkImage', data: { imageId, conjurationId } })
  }

  return {
    arguments: z.object({ ids, campaignId: uuid() }),
    run: (run, { ids, campaignId }) =>
      inPages(ids, async (page) => {
        const viewer = await run.viewer()
        return run.each(page, {
          judge: unmovableImage,
          async work(imageId) {
            refuseStrangers(viewer, campaignId)
            await refuseFullCampaign({ pool, quotas }, campaignId, { imageIds: [imageId] })
            await run.send(images, imageId, { type: 'MoveImage', data: { imageId, campaignId } })
          },
        })
      }),
    async undo(run, deeds) {
      for await (const page of deeds(['ImageMoved'])) {
        const byId = new Map(page.map((deed) => [deed.item, deed]))
        const refuseReturn = await refusingReturns(run, pool, [...byId.keys()])
        const work = async (id: string) => {
          const deed = byId.get(id)
          if (deed) await takeBack(run, deed, refuseReturn)
        }
        await run.each([...byId.keys()], { work })
      }
    },
  }
}
