import { collectionEvents, collections } from '#domain/collections.ts'
import { collectionsView } from '#projections/collections.ts'
import { typesOf } from '#projections/trash.ts'
import { collectedConjurationCommands } from '../commands/collections/conjurations.ts'
import { copyCollection, copyCollectionCommands } from '../commands/collections/copy.ts'
import { collectionCommands } from '../commands/collections/routes.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import { collectionQueries } from '../queries/collections/routes.ts'
import { collectionTreeQueries } from '../queries/collections/tree.ts'
import { bringLateLoreToRoot } from '../reactors/bring-late-lore-to-root.ts'
import { emptyCollections } from '../reactors/empty-collections.ts'
import { publishProgress, type Thing } from './thing.ts'

/** A single event restores a folder with everything below it, as a single event deleted them. */
const trashedCollections: TrashKind = {
  kind: 'folder',
  table: 'collections',
  name: 'x.name',
  operationId: 'x."operationId"',
  isFirst: 'x."deletedWith" = x.id',
  saysOnlyIds: typesOf(collectionEvents, 'CollectionDeleted', 'CollectionRestored'),
  restoreAll: (act, campaignId, operationId) =>
    act.send(collections, campaignId, { type: 'RestoreCollections', data: { operationId } }),
}

export const collectionsThing: Thing = {
  rules: [collections],
  views: [collectionsView],
  routes: [
    collectionQueries,
    collectionTreeQueries,
    collectionCommands,
    collectedConjurationCommands,
    copyCollectionCommands,
  ],
  operations: ({ pool }) => ({ 'copy-collection': copyCollection({ pool }) }),
  reactors: ({ pool, publish }) => [emptyCollections(pool, publishProgress(publish)), bringLateLoreToRoot(pool)],
  trash: trashedCollections,
}
