import type pg from 'pg'
import { z } from 'zod'
import { collections } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { type Decider, Rejection, type Schemas } from '#domain/decider.ts'
import { images } from '#domain/images.ts'
import { subjectOf } from '#domain/metadata.ts'
import type { EventStore } from '#eventstore'
import { uneditableConjuration } from '../../http/item-policies.ts'
import { uuid } from '../../http/uuid.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { restore } from '../collections/placing.ts'
import type { Dispatcher } from '../dispatch.ts'
import { refuseMissingConjuration } from '../images/linking.ts'
import { inPages, type Kind, type Run } from '../operations/perform.ts'
import { statesAround } from '../state-before.ts'
import { within } from './conjurations-of.ts'
import { moveToCampaign } from './move-to-campaign.ts'

interface Deps {
  pool: pg.Pool
  store: Pick<EventStore, 'read'>
}
const ids = z.array(uuid())
const judge = uneditableConjuration

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
  /** These, or all that hangs in a folder or below it. */
  of: z.union([z.object({ ids }), z.object({ within: uuid() })]),
  campaignId: uuid().nullable(),
  collectionId: uuid().nullable(),
  moveImages: z.boolean(),
})
export type Moving = z.infer<typeof Moving>

type Folders = Pick<Dispatcher, 'stateOf'>

/** For one page, whose rights are as of its beginning too: a campaign's tree is one stream, for which all of a page would wait in line. */
const foldersOnce = ({ stateOf }: Folders): Folders => {
  const trees = new Map<string, Promise<unknown>>()
  return {
    stateOf: <C extends Schemas, E extends Schemas, State>(decider: Decider<C, E, State>, id: string) => {
      if (decider.category !== collections.category) return stateOf(decider, id)
      const known = trees.get(id) ?? stateOf(decider, id)
      trees.set(id, known)
      return known as Promise<State>
    },
  }
}

export const moveConjurations = ({ pool, store }: Deps): Kind<Moving> => {
  /** Back to the folder that it was in, if that is still there, with the pictures that it has. */
  const takeBack = async (run: Run, handler: Folders, { stream, revision }: { stream: string; revision: number }) => {
    const id = subjectOf(stream)
    const { before, after, now } = await statesAround(store, conjurations, stream, revision)
    // An earlier try has brought it back.
    if (now.campaignId === before.campaignId) return
    if (now.campaignId !== after.campaignId) throw new Rejection('changed_since')
    const { campaignId } = before
    const back = (collectionId: string | null) =>
      moveToCampaign(run, { pool, handler }, id, { campaignId, collectionId, moveImages: true }, now)
    await back(before.collectionId).catch((error: unknown) => {
      if (error instanceof Rejection && error.code === 'parent_not_found') return back(null)
      throw error
    })
  }

  /** A picture that stayed behind is its lore's again. */
  const linkAgain = async (run: Run, { stream, revision }: { stream: string; revision: number }) => {
    const imageId = subjectOf(stream)
    const { before, now } = await statesAround(store, images, stream, revision)
    const { conjurationId, campaignId } = before
    if (conjurationId === null || now.conjurationId !== null || now.campaignId !== campaignId || now.deleted) return
    await refuseMissingConjuration(run, campaignId, conjurationId)
    await run.send(images, imageId, { type: 'LinkImage', data: { imageId, conjurationId } })
  }

  return {
    arguments: Moving,
    async run(run, { of, ...to }) {
      const each = (page: readonly string[]) => {
        const handler = foldersOnce(run)
        return run.each(page, { judge, work: (id) => moveToCampaign(run, { pool, handler }, id, to) })
      }
      if ('ids' in of) return inPages(of.ids, each)
      for await (const page of within(pool, await run.viewer(), of.within, run.event.at))
        if (!(await each(page))) return
    },
    async undo(run, deeds) {
      for await (const page of deeds(['ConjurationMovedToCampaign'])) {
        const byId = new Map(page.map((deed) => [deed.item, deed]))
        const handler = foldersOnce(run)
        const work = async (id: string) => {
          const deed = byId.get(id)
          if (deed) await takeBack(run, handler, deed)
        }
        await run.each([...byId.keys()], { judge, work })
      }
      for await (const page of deeds(['ImageLinked']))
        await inParallel(page, (deed) => ignoringRefusals(() => linkAgain(run, deed)))
    },
  }
}

const itemsOf = (deeds: readonly { item: string }[]) => [...new Set(deeds.map(({ item }) => item))]

/** The lore was counted already: a picture that cannot be its own any more stays where it is. */
const ignoringRefusals = async (work: () => Promise<void>) => {
  await work().catch((error: unknown) => {
    if (!(error instanceof Rejection)) throw error
  })
}
