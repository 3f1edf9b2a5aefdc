import { z } from 'zod'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { subjectOf } from '#domain/metadata.ts'
import { uuid } from '../../http/uuid.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { uneditableConjuration as judge, unmovableConjuration } from '../../policies/items.ts'
import { restore } from '../collections/placing.ts'
import { type Deed, inPages, type Kind, type Run } from '../operations/perform.ts'
import { refuseStrangers, refusingReturns } from '../operations/refusing-returns.ts'
import { statesAround } from '../state-before.ts'
import type { MoveInto } from '../storage/moves-in.ts'
import { bringBack, type Folders, foldersOnce, linkAgain, loadMovedPictures, type ReturnDeps } from './bring-back.ts'
import { within } from './conjurations-of.ts'
import { moveToCampaign } from './move-to-campaign.ts'

const ids = z.array(uuid())

export const deleteConjurations: Kind<{ ids: string[] }> = {
  arguments: z.object({ ids }),
  run: (run, { ids }) =>
    inPages(ids, (page) =>
      run.each(page, {
        judge,
        work: (conjurationId) =>
          run.send(conjurations, conjurationId, {
            type: 'DeleteConjuration',
            data: { conjurationId, operationId: run.operationId },
          }),
      }),
    ),
  async undo(run, deeds) {
    const work = (id: string) => restore(run, run, id, run.operationId)
    for await (const page of deeds(['ConjurationDeleted'])) await run.each(itemsOf(page), { judge, work })
  },
}

const Moving = z.object({
  /** Selected items, or everything in a folder and below it. */
  of: z.union([z.object({ ids }), z.object({ within: uuid() })]),
  campaignId: uuid().nullable(),
  collectionId: uuid().nullable(),
  moveImages: z.boolean(),
})
export type Moving = z.infer<typeof Moving>

interface Page {
  folders: Folders
  pictures: ReadonlySet<string>
  refuseReturn: Awaited<ReturnType<typeof refusingReturns>>
}

export const moveConjurations = ({ pool, store, moveInto }: ReturnDeps & { moveInto: MoveInto }): Kind<Moving> => {
  const takeBack = async (run: Run, { stream, revision }: Deed, { refuseReturn, ...how }: Page): Promise<void> => {
    const id = subjectOf(stream)
    const { before, after, now } = await statesAround(store, conjurations, stream, revision)
    // An earlier attempt has moved it back.
    if (now.campaignId === before.campaignId) return
    if (now.campaignId !== after.campaignId) throw new Rejection('changed_since')
    refuseReturn(id, before.campaignId)
    await bringBack(run, id, { deps: { pool, store }, before, now, ...how })
  }

  return {
    arguments: Moving,
    async run(run, { of, ...to }) {
      const { campaignId, moveImages } = to
      const kind = moveImages ? 'lore' : 'bareLore'
      const each = (ids: readonly string[]) =>
        moveInto(campaignId, { kind, ids }, async (useRoom) => {
          const [handler, viewer] = [foldersOnce(run), await run.viewer()]
          const work = async (id: string) => {
            refuseStrangers(viewer, campaignId)
            useRoom(id)
            await moveToCampaign(run, { pool, handler }, id, to)
          }
          return run.each(ids, { judge: unmovableConjuration, work })
        })
      if ('ids' in of) return inPages(of.ids, each)
      for await (const page of within(pool, await run.viewer(), of.within, run.event.at))
        if (!(await each(page))) return
    },
    async undo(run, deeds) {
      const pictures = await loadMovedPictures(pool, run.operationId)
      for await (const page of deeds(['ConjurationMovedToCampaign'])) {
        const byId = new Map(page.map((deed) => [deed.item, deed]))
        const how = {
          folders: foldersOnce(run),
          pictures,
          refuseReturn: await refusingReturns(run, pool, [...byId.keys()]),
        }
        const work = async (id: string) => {
          const deed = byId.get(id)
          if (deed) await takeBack(run, deed, how)
        }
        await run.each([...byId.keys()], { work })
      }
      for await (const page of deeds(['ImageLinked'])) await inParallel(page, (deed) => linkAgain(run, { store }, deed))
    },
  }
}

const itemsOf = (deeds: readonly { item: string }[]) => [...new Set(deeds.map(({ item }) => item))]
