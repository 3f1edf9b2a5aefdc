import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { subjectOf } from '#domain/metadata.ts'
import { models } from '#domain/models.ts'
import type { EventStore } from '#eventstore'
import { unmovableModel } from '../../http/model-policies.ts'
import { uuid } from '../../http/uuid.ts'
import { type Deed, inPages, type Kind, type Run } from '../operations/perform.ts'
import { refuseStrangers, refusingReturns } from '../operations/refusing-returns.ts'
import { statesAround } from '../state-before.ts'
import { refuseFullCampaign, type StorageDeps } from '../storage/room.ts'

type Deps = StorageDeps & { store: Pick<EventStore, 'read'> }

export const moveModels = ({ pool, store, quotas }: Deps): Kind<{ ids: string[]; campaignId: string }> => {
  /** Back to its campaign. The lore that it was a model of stays without it. */
  const takeBack = async (
    run: Run,
    { stream, revision }: Deed,
    refuseReturn: (id: string, from: string | null) => void,
  ) => {
    const modelId = subjectOf(stream)
    const { before, after, now } = await statesAround(store, models, stream, revision)
    const { campaignId } = before
    refuseReturn(modelId, campaignId)
    // An earlier try may have brought it back.
    if (now.campaignId !== after.campaignId && now.campaignId !== campaignId) throw new Rejection('changed_since')
    await run.send(models, modelId, { type: 'MoveModel', data: { modelId, campaignId } })
  }

  return {
    arguments: z.object({ ids: z.array(uuid()), campaignId: uuid() }),
    run: (run, { ids, campaignId }) =>
      inPages(ids, async (page) => {
        const viewer = await run.viewer()
        return run.each(page, {
          judge: unmovableModel,
          async work(modelId) {
            refuseStrangers(viewer, campaignId)
            await refuseFullCampaign({ pool, quotas }, campaignId, { modelIds: [modelId] })
            await run.send(models, modelId, { type: 'MoveModel', data: { modelId, campaignId } })
          },
        })
      }),
    async undo(run, deeds) {
      for await (const page of deeds(['ModelMoved'])) {
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
