import { z } from 'zod'
import { type Decider, type MessageOf, Rejection } from './decider.ts'

const campaignId = z.uuid()
const collectionId = z.uuid()
const parentCollectionId = z.uuid().nullable()
const userId = z.uuid()
const operationId = z.uuid()

export const collectionNameLimit = 200
export const CollectionName = z.string().trim().min(1).max(collectionNameLimit)

/** PUBLIC may come in with imported folders and is shown; within a campaign it reaches the same people as CAMPAIGN. */
export const CollectionVisibility = z.enum(['PRIVATE', 'DM', 'CAMPAIGN', 'PUBLIC'])
export type CollectionVisibility = z.infer<typeof CollectionVisibility>

const commands = {
  CreateCollection: z.object({
    campaignId,
    collectionId,
    name: CollectionName,
    parentCollectionId,
    userId,
    visibility: CollectionVisibility,
  }),
  RenameCollection: z.object({ collectionId, name: CollectionName }),
  MoveCollection: z.object({ collectionId, parentCollectionId }),
  ChangeCollectionVisibility: z.object({ collectionId, visibility: CollectionVisibility }),
  /** With everything below it, as one operation. */
  DeleteCollection: z.object({ collectionId, operationId }),
  RestoreCollections: z.object({ operationId }),
}

export const collectionEvents = {
  CollectionCreated: commands.CreateCollection,
  CollectionRenamed: z.object({ campaignId, collectionId, name: z.string() }),
  CollectionMoved: z.object({ campaignId, collectionId, parentCollectionId }),
  CollectionVisibilityChanged: z.object({ campaignId, collectionId, visibility: CollectionVisibility }),
  /** One for each folder; `rootId` is the folder that was asked to be deleted. */
  CollectionDeleted: z.object({ campaignId, collectionId, rootId: collectionId, operationId }),
  CollectionRestored: z.object({ campaignId, collectionId, parentCollectionId, operationId }),
}

interface Folder {
  parentId: string | null
  name: string
  visibility: CollectionVisibility
  /** The operation that deleted it. */
  deletedBy: string | null
}

/** Where each folder of a campaign hangs. One stream holds the whole tree, so a move cannot race into a cycle. */
interface Tree {
  campaignId: string
  folders: Readonly<Record<string, Folder>>
}

type Events = MessageOf<typeof collectionEvents>[]

const folder = ({ folders }: Tree, id: string): Folder => {
  const found = folders[id]
  if (!found || found.deletedBy !== null) throw new Rejection('collection_not_found')
  return found
}

const parentExists = (tree: Tree, parentId: string | null) => {
  const parent = parentId === null ? undefined : tree.folders[parentId]
  if (parentId !== null && (!parent || parent.deletedBy !== null)) throw new Rejection('parent_not_found')
}

const isWithin = ({ folders }: Tree, id: string | null, ancestor: string): boolean => {
  for (let at = id; at !== null; at = folders[at]?.parentId ?? null) if (at === ancestor) return true
  return false
}

const below = (tree: Tree, id: string): string[] =>
  Object.entries(tree.folders)
    .filter(([each, { deletedBy }]) => deletedBy === null && isWithin(tree, each, id))
    .map(([each]) => each)

const changed = (tree: Tree, id: string, change: Partial<Folder>): Tree => {
  const before = tree.folders[id]
  return before ? { ...tree, folders: { ...tree.folders, [id]: { ...before, ...change } } } : tree
}

export const collections: Decider<typeof commands, typeof collectionEvents, Tree> = {
  category: 'collections',
  commands,
  events: collectionEvents,
  initial: { campaignId: '', folders: {} },

  decide: {
    CreateCollection(tree, data) {
      if (data.collectionId in tree.folders) return []
      parentExists(tree, data.parentCollectionId)
      return [{ type: 'CollectionCreated', data }]
    },

    RenameCollection(tree, { collectionId, name }) {
      if (folder(tree, collectionId).name === name) return []
      return [{ type: 'CollectionRenamed', data: { campaignId: tree.campaignId, collectionId, name } }]
    },

    MoveCollection(tree, { collectionId, parentCollectionId }) {
      const { parentId } = folder(tree, collectionId)
      parentExists(tree, parentCollectionId)
      if (parentCollectionId === collectionId) throw new Rejection('collection_inside_itself')
      if (isWithin(tree, parentCollectionId, collectionId)) throw new Rejection('collection_inside_descendant')
      if (parentId === parentCollectionId) return []
      return [{ type: 'CollectionMoved', data: { campaignId: tree.campaignId, collectionId, parentCollectionId } }]
    },

    ChangeCollectionVisibility(tree, { collectionId, visibility }) {
      if (folder(tree, collectionId).visibility === visibility) return []
      return [{ type: 'CollectionVisibilityChanged', data: { campaignId: tree.campaignId, collectionId, visibility } }]
    },

    DeleteCollection(tree, { collectionId: rootId, operationId }) {
      if (tree.folders[rootId]?.deletedBy === operationId) return []
      folder(tree, rootId)
      return below(tree, rootId).map((collectionId): Events[number] => ({
        type: 'CollectionDeleted',
        data: { campaignId: tree.campaignId, collectionId, rootId, operationId },
      }))
    },

    /** A folder whose parent is gone for good, or moved into the Trash since, comes back at the root. */
    RestoreCollections(tree, { operationId }) {
      const back = Object.entries(tree.folders).filter(([, { deletedBy }]) => deletedBy === operationId)
      const stands = (id: string | null) =>
        id !== null && (tree.folders[id]?.deletedBy === null || back.some(([each]) => each === id))
      return back.map(([collectionId, { parentId }]): Events[number] => ({
        type: 'CollectionRestored',
        data: {
          campaignId: tree.campaignId,
          collectionId,
          parentCollectionId: stands(parentId) ? parentId : null,
          operationId,
        },
      }))
    },
  },

  evolve: {
    CollectionCreated: ({ folders }, { campaignId, collectionId, name, parentCollectionId, visibility }) => ({
      campaignId,
      folders: { ...folders, [collectionId]: { parentId: parentCollectionId, name, visibility, deletedBy: null } },
    }),
    CollectionRenamed: (tree, { collectionId, name }) => changed(tree, collectionId, { name }),
    CollectionMoved: (tree, { collectionId, parentCollectionId: parentId }) =>
      changed(tree, collectionId, { parentId }),
    CollectionVisibilityChanged: (tree, { collectionId, visibility }) => changed(tree, collectionId, { visibility }),
    CollectionDeleted: (tree, { collectionId, operationId }) => changed(tree, collectionId, { deletedBy: operationId }),
    CollectionRestored: (tree, { collectionId, parentCollectionId: parentId }) =>
      changed(tree, collectionId, { deletedBy: null, parentId }),
  },
}
