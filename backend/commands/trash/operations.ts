import type pg from 'pg'
import { z } from 'zod'
import { campaigns } from '#domain/campaigns.ts'
import { Rejection } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { type Binned, binnedBy } from '../../queries/trash/routes.ts'
import { restore } from '../collections/placing.ts'
import type { Kind, Run } from '../operations/perform.ts'

const Restoring = z.object({ campaignId: uuid(), operationId: uuid() })

/** Brings back what one act put into the Trash, folders apart: those bring back what hung in them by their own events. */
export const restoreFromTrash = ({ pool }: { pool: pg.Pool }): Kind<z.infer<typeof Restoring>> => ({
  arguments: Restoring,
  async run(run, { campaignId, operationId }) {
    const found = await binnedBy(reading(pool), { viewer: await run.viewer(), campaignId, operationId })
    const things = new Map(found.map((thing) => [thing.id, thing]))
    await run.each([...things.keys()], {
      async work(id) {
        const thing = things.get(id)
        if (!thing?.mayRestore) throw new Rejection('forbidden')
        await bringBack(run, thing, campaignId, operationId)
      },
    })
  },
})

const bringBack = async (run: Run, { kind, id }: Binned, campaignId: string, operationId: string) => {
  if (kind === 'lore') await restore(run, run, id, operationId)
  if (kind === 'image') await run.send(images, id, { type: 'RestoreImage', data: { imageId: id } })
  if (kind === 'file') {
    const data = { campaignId, fileId: id, by: run.userId }
    await run.send(campaigns, campaignId, { type: 'RestoreCampaignFile', data, item: id })
  }
}
