import type pg from 'pg'
import { byId, entriesOf } from '#domain/by-id.ts'
import { collections, isThere } from '#domain/collections.ts'
import { conjurations } from '#domain/conjurations.ts'
import { uneditableConjuration } from '../../policies/items.ts'
import type { Run } from './perform.ts'

/** Deletes the lore that an operation created as far as its initiator may edit it. `refuse` throws for lore that stays. */
export const deleteCreatedLore = (run: Run, ids: readonly string[], refuse?: (id: string) => Promise<void>) =>
  run.each(ids, {
    judge: uneditableConjuration,
    async work(conjurationId) {
      await refuse?.(conjurationId)
      const data = { conjurationId, operationId: run.operationId }
      await run.send(conjurations, conjurationId, { type: 'DeleteConjuration', data })
    },
  })

/** Deletes a folder of the initiator if it contains nothing but the given lore: others may have written in it since. */
export const deleteCreatedFolder = async (
  pool: pg.Pool,
  run: Run,
  { campaignId, collectionId, createdIds }: { campaignId: string; collectionId: string; createdIds: readonly string[] },
): Promise<void> => {
  const tree = await run.stateOf(collections, campaignId)
  if (!isThere(tree, collectionId) || byId(tree.folders, collectionId)?.userId !== run.userId) return
  const { rowCount } = await pool.query(
    `select from conjurations where "collectionId" = $1 and "deletedAt" is null and id <> all($2::uuid[]) limit 1`,
    [collectionId, createdIds],
  )
  const hasFolders = entriesOf(tree.folders).some(
    ([id, { parentId }]) => parentId === collectionId && isThere(tree, id),
  )
  if (rowCount !== 0 || hasFolders) return
  const data = { collectionId, operationId: run.operationId }
  await run.send(collections, campaignId, { type: 'DeleteCollection', data, item: collectionId })
}
