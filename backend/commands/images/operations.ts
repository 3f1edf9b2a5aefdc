import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { uneditableImage as judge, unmovableImage } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { type MoveDeps, movesOf } from '../operations/moves.ts'
import { type Deed, inPages, type Kind, type Run } from '../operations/perform.ts'
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

/**
 * Moves pictures to another campaign. Undoing also links each picture to its lore again, if the lore is still in that
 * campaign.
 */
export const moveImages = (deps: MoveDeps) =>
  movesOf(deps, {
    rules: images,
    moved: 'ImageMoved',
    judge: unmovableImage,
    kind: 'image',
    move: (run, imageId, campaignId) => run.send(images, imageId, { type: 'MoveImage', data: { imageId, campaignId } }),
    async returned(run, imageId, { campaignId, conjurationId }) {
      if (conjurationId === null) return
      const isThere = await refuseMissingConjuration(run, campaignId, conjurationId).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Rejection) return false
          throw error
        },
      )
      if (isThere) await run.send(images, imageId, { type: 'LinkImage', data: { imageId, conjurationId } })
    },
  })
