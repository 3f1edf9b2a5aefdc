import type pg from 'pg'
import { z } from 'zod'
import { byId } from '#domain/by-id.ts'
import { collectionNameLimit, type collections, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import type { MapPlan, Room } from '#domain/map-plan.ts'
import { subjectOf } from '#domain/metadata.ts'
import { can } from '#domain/rights.ts'
import { accessTo } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import type { Files } from '../../providers/files.ts'
import { derivedId } from '../ids.ts'
import { inPages, type Kind, type Run } from '../operations/perform.ts'
import { deleteCreatedFolder, deleteCreatedLore } from '../operations/undo-creations.ts'
import { beginText } from '../segments/texts.ts'
import { readPlan } from './changed-plan.ts'
import { keyText, titleOf } from './key-words.ts'
import type { MapPicture } from './shown-in.ts'

const Keeping = z.object({ imageId: uuid(), collectionId: uuid() })

/** Returns the folder of a map's key in a campaign: always the same until that folder is deleted, then another. */
export const keyFolder = (tree: typeof collections.initial, imageId: string, campaignId: string): string => {
  for (let n = 0; ; n++) {
    const id = derivedId('map key', imageId, campaignId, n)
    if (isThere(tree, id) || !byId(tree.folders, id)) return id
  }
}

/** The name of a map, and of the folder of its key. */
export const nameOf = ({ picture, plan }: { picture: MapPicture; plan: MapPlan }): string =>
  (picture.name || plan.title || 'Untitled Map').slice(0, collectionNameLimit)

const loreOf = (folder: string, room: number) => derivedId(folder, 'room', room)

interface Deps {
  pool: pg.Pool
  files: Pick<Files, 'get'>
}

/**
 * Creates lore for DMs from a map's key: an entry for each room, in an existing folder. Existing entries stay as they
 * are.
 */
export const keepKey = ({ pool, files }: Deps): Kind<z.infer<typeof Keeping>> => ({
  arguments: Keeping,
  async run(run, { imageId, collectionId }) {
    const opened = await readPlan({ handler: run, files }, imageId)
    if (!opened) return
    const { campaignId } = opened.picture
    if (campaignId === null) return
    const place = { map: { name: nameOf(opened), uri: `/maps/${imageId}` }, campaignId, collectionId }
    const rooms = new Map(opened.plan.rooms.map((room) => [loreOf(collectionId, room.id), room]))
    const work = async (id: string) => {
      const room = rooms.get(id)
      if (room) await makeLore(run, place, opened.plan, room)
    }
    // Creates the rooms one by one in reverse order: a folder shows the newest lore first, and thus the key in its
    // order.
    const page = async (ids: readonly string[]) => (await mayGoOn(pool, run, imageId)) && run.each(ids, { work })
    await inPages([...rooms.keys()].toReversed(), page, 1)
  },

  async undo(run, deeds) {
    const createdIds: string[] = []
    for await (const page of deeds(['ConjurationCreated'])) {
      createdIds.push(...page.map(({ item }) => item))
      await deleteCreatedLore(
        run,
        page.map(({ item }) => item),
      )
    }
    for await (const page of deeds(['CollectionCreated']))
      for (const { item: collectionId, stream } of page)
        await deleteCreatedFolder(pool, run, { campaignId: subjectOf(stream), collectionId, createdIds })
  },
})

const mayGoOn = async (pool: pg.Pool, run: Run, imageId: string) => {
  const map = await accessTo(pool, imageId)
  return map !== undefined && !map.inTrash && can(await run.viewer(), 'showMap', map)
}

interface KeyPlace {
  map: { name: string; uri: string }
  campaignId: string
  collectionId: string
}

/** Creates the entry of a room, unless it exists. */
const makeLore = async (run: Run, { map, campaignId, collectionId }: KeyPlace, plan: MapPlan, room: Room) => {
  const conjurationId = loreOf(collectionId, room.id)
  if ((await run.stateOf(conjurations, conjurationId)).exists) return
  const textId = derivedId(conjurationId, 'place')
  const ops = keyText(plan, room, { map, loreOf: (other: number) => loreOf(collectionId, other) })
  // Creates the text before the segment, so that it is available as soon as the segment is visible.
  await beginText(run, { conjurationId, campaignId, textId, ops })
  const segment = { conjurationId, segmentId: textId, type: 'STORY', title: 'On the map' } as const
  const words = { name: titleOf(room), description: room.note, tags: [] }
  const where = { userId: run.userId, campaignId, collectionId, visibility: 'DM' } as const
  await run.send(conjurations, conjurationId, [
    { type: 'CreateConjuration', data: { conjurationId, ...where, ...words, copyOf: null } },
    { type: 'AddSegment', data: { ...segment, sortOrder: 0, isForDms: false } },
  ])
}
