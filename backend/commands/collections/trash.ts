import { collectionEvents, collections } from '#domain/collections.ts'
import { typesOf } from '#projections/trash.ts'
import type { TrashKind } from '../trash/kind.ts'

/** A folder brings back what hung in it by its own event, as it took it along. */
export const trashedCollections: TrashKind = {
  kind: 'folder',
  table: 'collections',
  name: 'x.name',
  operationId: 'x."operationId"',
  isFirst: 'x."deletedWith" = x.id',
  saysOnlyIds: typesOf(collectionEvents, 'CollectionDeleted', 'CollectionRestored'),
  restoreAll: (act, campaignId, operationId) =>
    act.send(collections, campaignId, { type: 'RestoreCollections', data: { operationId } }),
}
