import { z } from 'zod'
import { isWider, narrowingFirst, type Visibility } from './access.ts'
import { accessRow } from './access-row.ts'
import { type ById, byId, entriesOf, none, withThing } from './by-id.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import { type Kind, toNull } from './kind.ts'

const campaignId = z.uuid()
const collectionId = z.uuid()
const parentCollectionId = z.uuid().nullable()
const userId = z.uuid()
const operationId = z.uuid()

export const collectionNameLimit = 200
export const CollectionName = erasable(z.string().trim().min(1).max(collectionNameLimit))

/** PUBLIC occurs in imported folders and is displayed; within a campaign its audience equals CAMPAIGN's. */
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
  /** Deletes a folder with everything below it, as one operation. */
  DeleteCollection: z.object({ collectionId, operationId }),
  RestoreCollections: z.object({ operationId }),
}

export const collectionEvents = {
  CollectionCreated: commands.CreateCollection,
  CollectionRenamed: z.object({ campaignId, collectionId, name: erasable(z.string()) }),
  CollectionMoved: z.object({ campaignId, collectionId, parentCollectionId }),
  CollectionVisibilityChanged: z.object({ campaignId, collectionId, visibility: CollectionVisibility }),
  /**
   * Deletes a folder with everything below it that is not in the Trash; a single event covers tens of thousands of
   * entries. Older logs hold one event per folder, those below naming the requested folder as `rootId`; they directly
   * follow its own event and add nothing.
   */
  CollectionDeleted: z.object({ campaignId, collectionId, rootId: collectionId, operationId }),
  /**
   * Restores a folder with everything that the operation deleted, possibly under another parent. Older logs hold one
   * event per folder.
   */
  CollectionRestored: z.object({ campaignId, collectionId, parentCollectionId, operationId }),
}

interface Folder {
  parentId: string | null
  name: string
  userId: string
  visibility: CollectionVisibility
  /** The operation that deleted this folder with everything below it; null if it was not deleted itself. */
  deletedIn: string | null
}

/** The folder tree of a campaign. One stream holds all of it, so that concurrent moves cannot create a cycle. */
interface Tree {
  campaignId: string
  folders: ById<Folder>
}

type Events = MessageOf<typeof collectionEvents>[]

/** The operation that deleted a folder or its nearest deleted ancestor; null if neither is deleted, or the folder does not exist. */
export const deletionOf = ({ folders }: Tree, id: string): string | null => {
  for (let at = byId(folders, id); at; at = at.parentId === null ? undefined : byId(folders, at.parentId))
    if (at.deletedIn !== null) return at.deletedIn
  return null
}

/** True if a folder exists and neither it nor an ancestor is deleted. */
export const isThere = (tree: Tree, id: string): boolean =>
  byId(tree.folders, id) !== undefined && deletionOf(tree, id) === null

/**
 * The default visibility of an item created in a folder. Secret folders (PRIVATE, DM) pass theirs on. An absent folder
 * is the root.
 */
export const visibilityWithin = (folder?: CollectionVisibility): Visibility =>
  folder === 'PRIVATE' || folder === 'DM' ? folder : 'CAMPAIGN'

/** The default visibility in a folder given by its id; null is the root. */
export const visibilityIn = ({ folders }: Tree, id: string | null): Visibility =>
  visibilityWithin(id === null ? undefined : byId(folders, id)?.visibility)

/** The folders that an operation deleted explicitly. */
const rootsOf = ({ folders }: Tree, operationId: string): string[] =>
  entriesOf(folders).flatMap(([id, { deletedIn }]) => (deletedIn === operationId ? [id] : []))

/** The folders that an operation moved to the Trash and that are still in it, from the top down. */
export const collectionsDeletedIn = (tree: Tree, operationId: string): string[] => {
  const found = rootsOf(tree, operationId)
  // Candidates for descendants: folders that were not deleted themselves.
  const notRoots = entriesOf(tree.folders).filter(([, { deletedIn }]) => deletedIn === null)
  const children = Map.groupBy(notRoots, ([, { parentId }]) => parentId)
  for (const each of found) for (const [child] of children.get(each) ?? []) found.push(child)
  return found
}

const folder = (tree: Tree, id: string): Folder => {
  const found = byId(tree.folders, id)
  if (!found || deletionOf(tree, id) !== null) throw new Rejection('collection_not_found')
  return found
}

const parentExists = (tree: Tree, parentId: string | null) => {
  if (parentId !== null && !isThere(tree, parentId)) throw new Rejection('parent_not_found')
}

/** A folder and its ancestors, from the folder upwards. */
export const wayUp = ({ folders }: Pick<Tree, 'folders'>, id: string | null): string[] => {
  const way: string[] = []
  for (let at = id; at !== null; at = byId(folders, at)?.parentId ?? null) way.push(at)
  return way
}
const isWithin = (tree: Tree, id: string | null, ancestor: string): boolean => wayUp(tree, id).includes(ancestor)

const changed = (tree: Tree, id: string, change: Partial<Folder>): Tree => {
  const before = byId(tree.folders, id)
  return before ? { ...tree, folders: withThing(tree.folders, id, { ...before, ...change }) } : tree
}

export const collections: Decider<typeof commands, typeof collectionEvents, Tree> = {
  category: 'collections',
  keyOwner: (_tree, campaignId) => `campaign:${campaignId}`,
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

    DeleteCollection(tree, { collectionId, operationId }) {
      if (byId(tree.folders, collectionId)?.deletedIn === operationId) return []
      folder(tree, collectionId)
      const { campaignId } = tree
      return [{ type: 'CollectionDeleted', data: { campaignId, collectionId, rootId: collectionId, operationId } }]
    },

    /** A folder is restored at the root if its parent does not exist, or was deleted by another operation, itself or with an ancestor. */
    RestoreCollections: (tree, { operationId }) =>
      rootsOf(tree, operationId).map((collectionId): Events[number] => {
        const parentId = byId(tree.folders, collectionId)?.parentId ?? null
        const isParentThere = parentId !== null && [null, operationId].includes(deletionOf(tree, parentId))
        const parentCollectionId = isParentThere ? parentId : null
        return {
          type: 'CollectionRestored',
          data: { campaignId: tree.campaignId, collectionId, parentCollectionId, operationId },
        }
      }),
  },

  order: (tree, commands) =>
    narrowingFirst(commands, ({ type, data }) => {
      if (type !== 'ChangeCollectionVisibility') return 0
      return isWider(visibilityWithin(data.visibility), visibilityIn(tree, data.collectionId)) ? 1 : -1
    }),

  evolve: {
    CollectionCreated: ({ folders }, { campaignId, collectionId, parentCollectionId: parentId, ...made }) => ({
      campaignId,
      folders: withThing(folders, collectionId, {
        parentId,
        name: made.name,
        userId: made.userId,
        visibility: made.visibility,
        deletedIn: null,
      }),
    }),
    CollectionRenamed: (tree, { collectionId, name }) => changed(tree, collectionId, { name }),
    CollectionMoved: (tree, { collectionId, parentCollectionId: parentId }) =>
      changed(tree, collectionId, { parentId }),
    CollectionVisibilityChanged: (tree, { collectionId, visibility }) => changed(tree, collectionId, { visibility }),
    CollectionDeleted: (tree, { collectionId, rootId, operationId }) =>
      collectionId === rootId ? changed(tree, collectionId, { deletedIn: operationId }) : tree,
    CollectionRestored: (tree, { collectionId, parentCollectionId: parentId }) =>
      changed(tree, collectionId, { deletedIn: null, parentId }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const collectionRefusals = {
  collection_not_found: [404, 'This folder does not exist, or you may not see it.'],
  collection_forbidden: [403, 'You are not allowed to edit this collection'],
  collection_exists: [409, 'There is a folder with this id already.'],
  parent_not_found: [404, 'The folder to put this in does not exist, or you may not see it.'],
  collection_inside_itself: [409, 'Cannot move a collection into itself.'],
  collection_inside_descendant: [409, 'Cannot move a collection into one of its descendants.'],
} as const satisfies Refusals

/** The effective visibility: PUBLIC is treated as CAMPAIGN, since nothing is visible outside of a campaign yet. */
const effectiveVisibility = (visibility: Visibility | 'PUBLIC'): Visibility =>
  visibility === 'PUBLIC' ? 'CAMPAIGN' : visibility

export const collectionsKind = {
  events: collectionEvents,
  refusals: collectionRefusals,
  references: {
    CollectionCreated: { parentCollectionId: toNull },
    CollectionMoved: { parentCollectionId: toNull },
    // Users who see only its descendants receive the event as well.
    CollectionDeleted: { collectionId: toNull, rootId: toNull },
    CollectionRestored: { collectionId: toNull, parentCollectionId: toNull },
  },
  item: { category: 'collections', of: ({ collectionId }) => collectionId },
  access: {
    CollectionCreated: ({ collectionId: id, userId: ownerId, campaignId, visibility }) =>
      accessRow({ id, ownerId, campaignId, visibility: effectiveVisibility(visibility) }),
    CollectionVisibilityChanged: ({ collectionId: id, visibility }) => ({
      update: { visibility: effectiveVisibility(visibility) },
      where: { id },
    }),
  },
} as const satisfies Kind<typeof collectionEvents>
