import { z } from 'zod'
import type { Visibility } from './access.ts'
import { type ById, byId, entriesOf, none, withThing } from './by-id.ts'
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
  userId: string
  visibility: CollectionVisibility
  /** The operation that deleted it. */
  deletedBy: string | null
}

/** Where each folder of a campaign hangs. One stream holds the whole tree, so a move cannot race into a cycle. */
interface Tree {
  campaignId: string
  folders: ById<Folder>
}

type Events = MessageOf<typeof collectionEvents>[]

/** Whether a folder is in the tree and not in the Trash. */
export const isThere = ({ folders }: Tree, id: string): boolean => byId(folders, id)?.deletedBy === null

/** Who sees what is made in a folder that is seen so, unless its maker says: a secret folder lets nothing out. Absent: the root. */
export const visibilityWithin = (folder?: CollectionVisibility): Visibility =>
  folder === 'PRIVATE' || folder === 'DM' ? folder : 'CAMPAIGN'

/** The same for a folder by its id; null is the root. */
export const visibilityIn = ({ folders }: Tree, id: string | null): Visibility =>
  visibilityWithin(id === null ? undefined : byId(folders, id)?.visibility)

/** The operation that put a folder into the Trash; null while it is in the tree. */
export const deletionOf = ({ folders }: Tree, id: string): string | null => byId(folders, id)?.deletedBy ?? null

/** The folders that an operation put into the Trash, and that are still there. */
export const deletedBy = ({ folders }: Tree, operationId: string): string[] =>
  entriesOf(folders).flatMap(([id, { deletedBy }]) => (deletedBy === operationId ? [id] : []))

const folder = ({ folders }: Tree, id: string): Folder => {
  const found = byId(folders, id)
  if (!found || found.deletedBy !== null) throw new Rejection('collection_not_found')
  return found
}

const parentExists = (tree: Tree, parentId: string | null) => {
  if (parentId !== null && !isThere(tree, parentId)) throw new Rejection('parent_not_found')
}

const isWithin = ({ folders }: Tree, id: string | null, ancestor: string): boolean => {
  for (let at = id; at !== null; at = byId(folders, at)?.parentId ?? null) if (at === ancestor) return true
  return false
}

/** A folder and all that is below it, from the top down. */
const below = ({ folders }: Tree, id: string): string[] => {
  const there = entriesOf(folders).filter(([, { deletedBy }]) => deletedBy === null)
  const children = Map.groupBy(there, ([, { parentId }]) => parentId)
  const found = [id]
  for (const each of found) for (const [child] of children.get(each) ?? []) found.push(child)
  return found
}

const changed = (tree: Tree, id: string, change: Partial<Folder>): Tree => {
  const before = byId(tree.folders, id)
  return before ? { ...tree, folders: withThing(tree.folders, id, { ...before, ...change }) } : tree
}

export const collections: Decider<typeof commands, typeof collectionEvents, Tree> = {
  category: 'collections',
  commands,
  events: collectionEvents,
  initial: { campaignId: '', folders: none },

  decide: {
    CreateCollection(tree, data) {
      const known = byId(tree.folders, data.collectionId)
      if (known && known.userId !== data.userId) throw new Rejection('collection_exists')
      if (known) return []
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
      if (byId(tree.folders, rootId)?.deletedBy === operationId) return []
      folder(tree, rootId)
      return below(tree, rootId).map((collectionId): Events[number] => ({
        type: 'CollectionDeleted',
        data: { campaignId: tree.campaignId, collectionId, rootId, operationId },
      }))
    },

    /** A folder whose parent is gone for good, or moved into the Trash since, comes back at the root. */
    RestoreCollections(tree, { operationId }) {
      const back = deletedBy(tree, operationId)
      const coming = new Set(back)
      return back.map((collectionId): Events[number] => {
        const parentId = byId(tree.folders, collectionId)?.parentId ?? null
        const stands = parentId !== null && (coming.has(parentId) || isThere(tree, parentId))
        return {
          type: 'CollectionRestored',
          data: {
            campaignId: tree.campaignId,
            collectionId,
            parentCollectionId: stands ? parentId : null,
            operationId,
          },
        }
      })
    },
  },

  evolve: {
    CollectionCreated: ({ folders }, { campaignId, collectionId, parentCollectionId: parentId, ...made }) => ({
      campaignId,
      folders: withThing(folders, collectionId, {
        parentId,
        name: made.name,
        userId: made.userId,
        visibility: made.visibility,
        deletedBy: null,
      }),
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
