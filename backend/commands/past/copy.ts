import type pg from 'pg'
import { z } from 'zod'
import { byId } from '#domain/by-id.ts'
import { treeFor } from '#domain/campaign-past.ts'
import { campaignNameLimit } from '#domain/campaign-words.ts'
import { campaigns } from '#domain/campaigns.ts'
import { collections } from '#domain/collections.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import type { Files } from '../../providers/files.ts'
import type { Looking } from '../../queries/past/lore.ts'
import { asThen } from '../../queries/past/moment.ts'
import { hiddenFolders, loreOf } from '../../queries/past/now.ts'
import { type Reads, stateAt } from '../../queries/past/state-at.ts'
import { pastTrees } from '../../queries/past/trees.ts'
import { derivedId } from '../ids.ts'
import { inPages, type Kind, type Run } from '../operations/perform.ts'
import { copyLinks, copyLore } from './copy-lore.ts'

const Copying = z.object({ campaignId: uuid(), position: z.string(), at: z.string(), copyId: uuid() })
export type Copying = z.infer<typeof Copying>

interface Deps {
  pool: pg.Pool
  store: Reads
  files: Files
}
/** Number of folders that are created in one append. */
const together = 200

/**
 * Copies a campaign's past into a new read-only campaign of the requester, as far as they saw it then and still see it
 * now.
 */
export const copyPast = ({ pool, store, files }: Deps): Kind<Copying> => {
  const treeAt = pastTrees(store)
  return {
    arguments: Copying,
    async run(run, given) {
      const { campaignId, copyId } = given
      const position = BigInt(given.position)
      const [viewer, then] = await Promise.all([run.viewer(), asThen(store, campaignId, run.userId, position)])
      const looking: Looking = { store, read: reading(pool), viewer, then, campaignId, position }
      await createCopy(store, run, given)
      const folders = await copyFolders(treeAt, run, looking, copyId)
      for (const work of [copyLore, copyLinks])
        for (let after = firstId; ; ) {
          const place = { ...looking, viewer: await run.viewer(), run, files, copyId, folders }
          const page = await loreOf(looking.read, place.viewer, { campaignId, position, after })
          await inPages(
            page.map(({ id }) => id),
            (ids) => work(place, page, ids),
          )
          const last = page.at(-1)
          if (!last) break
          after = last.id
        }
    },
    async undo(run, deeds) {
      for await (const [deed] of deeds(['CampaignCreated'])) {
        if (!deed) continue
        const data = { campaignId: deed.item, by: run.userId }
        await run.each([deed.item], { work: () => run.send(campaigns, deed.item, { type: 'DeleteCampaign', data }) })
      }
    },
  }
}

const firstId = '00000000-0000-0000-0000-000000000000'

const createCopy = async (store: Reads, run: Run, { campaignId, position, at, copyId }: Copying) => {
  const { state } = await stateAt(store, campaigns, campaignId, BigInt(position))
  const { name, description, rpgSystemCode } = state
  const data = {
    campaignId: copyId,
    ownerId: run.userId,
    description,
    rpgSystemCode,
    publicAdventureCode: null,
    name: `${name.slice(0, campaignNameLimit - 13)}, ${at.slice(0, 10)}`,
    copyOf: { campaignId, at, operationId: run.operationId },
  }
  await run.send(campaigns, copyId, { type: 'CreateCampaign', data })
}

/** Copies the folders that the requester saw then, parents first. Returns their ids. */
const copyFolders = async (
  treeAt: ReturnType<typeof pastTrees>,
  run: Run,
  { campaignId, position, read, viewer, then }: Looking,
  copyId: string,
): Promise<ReadonlySet<string>> => {
  const [tree, hidden] = await Promise.all([treeAt(campaignId, position), hiddenFolders(read, viewer, campaignId)])
  const seen = treeFor(tree, then, hidden)
  const roots = seen.part(null).map(({ id }) => id)
  const all = roots.flatMap(seen.below)
  const copied = new Set<string>()
  for (let from = 0; from < all.length; from += together) {
    const commands = all.slice(from, from + together).flatMap((id) => {
      const folder = byId(tree.folders, id)
      if (!folder) return []
      const parent = folder.parentId !== null && copied.has(folder.parentId) ? folder.parentId : null
      copied.add(id)
      const collectionId = derivedId(copyId, id)
      const data = {
        campaignId: copyId,
        collectionId,
        userId: run.userId,
        visibility: folder.visibility,
        name: folder.name || '-',
        parentCollectionId: parent && derivedId(copyId, parent),
      }
      return [{ type: 'CreateCollection' as const, data, item: collectionId }]
    })
    await run.send(collections, copyId, commands)
  }
  return copied
}
