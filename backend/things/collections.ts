import { collections } from '#domain/collections.ts'
import { collectionsView } from '#projections/collections.ts'
import { collectedConjurationCommands } from '../commands/collections/conjurations.ts'
import { copyCollection, copyCollectionCommands } from '../commands/collections/copy.ts'
import { collectionCommands } from '../commands/collections/routes.ts'
import { trashedCollections } from '../commands/collections/trash.ts'
import { collectionQueries } from '../queries/collections/routes.ts'
import { collectionTreeQueries } from '../queries/collections/tree.ts'
import { bringLateLoreToRoot } from '../reactors/bring-late-lore-to-root.ts'
import { emptyCollections } from '../reactors/empty-collections.ts'
import { passingOn, type Thing } from './thing.ts'

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
  reactors: ({ pool, publish }) => [emptyCollections(pool, passingOn(publish)), bringLateLoreToRoot(pool)],
  trash: trashedCollections,
}
