import { z } from 'zod'
import { CollectionVisibility, type collectionEvents } from '#domain/collections.ts'
import { view } from './view.ts'

/** A folder of a campaign. The client nests folders by `parentCollectionId`; null is the root. */
export const CollectionRow = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  parentCollectionId: z.uuid().nullable(),
  visibility: CollectionVisibility,
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
  /** The folder whose deletion included this one. */
  deletedWith: z.uuid().nullable(),
  /** Shared by everything that one action deleted. */
  operationId: z.uuid().nullable(),
})
export type CollectionRow = z.infer<typeof CollectionRow>

const present = { deletedAt: null, deletedBy: null, deletedWith: null, operationId: null }

export const collectionsView = view(CollectionRow)<typeof collectionEvents>({
  table: 'collections',
  isListed: true,
  on: {
    CollectionCreated: ({ collectionId: id, ...folder }, { at }) => ({
      put: { id, ...folder, createdAt: at, updatedAt: at, ...present },
    }),
    CollectionRenamed: ({ collectionId: id, name }, { at }) => ({ update: { name, updatedAt: at }, where: { id } }),
    CollectionMoved: ({ collectionId: id, parentCollectionId }, { at }) => ({
      update: { parentCollectionId, updatedAt: at },
      where: { id },
    }),
    CollectionVisibilityChanged: ({ collectionId: id, visibility }, { at }) => ({
      update: { visibility, updatedAt: at },
      where: { id },
    }),
    // In old logs, the subfolders have events of their own, which are redundant.
    CollectionDeleted: (
      { campaignId, collectionId: id, rootId, operationId },
      { at: deletedAt, metadata: { actor: deletedBy } },
    ) =>
      id === rootId
        ? {
            update: { deletedAt, deletedBy, deletedWith: rootId, operationId },
            where: { id, campaignId, deletedAt: null },
            along: 'parentCollectionId',
          }
        : [],
    CollectionRestored: ({ campaignId, collectionId: id, parentCollectionId, operationId }) => [
      { update: present, where: { campaignId, operationId } },
      { update: { parentCollectionId }, where: { id } },
    ],
  },
})
