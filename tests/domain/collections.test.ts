import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byId, entriesOf } from '#domain/by-id.ts'
import { type collectionEvents, collections, collectionsDeletedIn, deletionOf, isThere } from '#domain/collections.ts'
import { type MessageOf, Rejection, stateOf } from '#domain/decider.ts'
import { collectionsView } from '#projections/collections.ts'
import { given } from '../given.ts'
import { rowsOf, stored } from '../projections/envelope.ts'

type Command = MessageOf<typeof collections.commands>
type Event = MessageOf<typeof collectionEvents>

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [campaignId, userId, operationId] = [id(90), id(91), id(92)]
const [keep, cellar, well] = [id(1), id(2), id(3)]

const created = (collectionId: string, parentCollectionId: string | null = null) =>
  ({
    type: 'CollectionCreated',
    data: { campaignId, collectionId, name: 'Any', parentCollectionId, userId, visibility: 'CAMPAIGN' },
  }) as const
const move = (collectionId: string, parentCollectionId: string | null) =>
  ({ type: 'MoveCollection', data: { collectionId, parentCollectionId } }) as const
const moved = (collectionId: string, parentCollectionId: string | null) =>
  ({ type: 'CollectionMoved', data: { campaignId, collectionId, parentCollectionId } }) as const
const remove = (collectionId: string) => ({ type: 'DeleteCollection', data: { collectionId, operationId } }) as const
const deleted = (collectionId: string, rootId: string) =>
  ({ type: 'CollectionDeleted', data: { campaignId, collectionId, rootId, operationId } }) as const
const restore = { type: 'RestoreCollections', data: { operationId } } as const
const restored = (collectionId: string, parentCollectionId: string | null) =>
  ({ type: 'CollectionRestored', data: { campaignId, collectionId, parentCollectionId, operationId } }) as const

const givenTree = given(collections)

describe('changes that are decided as one', () => {
  const rename = { type: 'RenameCollection', data: { collectionId: keep, name: 'Keep' } } as const
  const renamed = { type: 'CollectionRenamed', data: { campaignId, ...rename.data } } as const
  const see = (visibility: 'DM' | 'CAMPAIGN') =>
    ({ type: 'ChangeCollectionVisibility', data: { collectionId: keep, visibility } }) as const
  const seen = (visibility: 'DM' | 'CAMPAIGN') =>
    ({ type: 'CollectionVisibilityChanged', data: { campaignId, collectionId: keep, visibility } }) as const

  it('narrow who sees it first', () => givenTree(created(keep)).when(rename, see('DM')).emits(seen('DM'), renamed))
  it('widen who sees it last', () =>
    givenTree(created(keep), seen('DM')).when(see('CAMPAIGN'), rename).emits(renamed, seen('CAMPAIGN')))
  it('happen all, or none of them', () =>
    givenTree(created(keep)).when(rename, move(keep, keep)).rejects('collection_inside_itself'))
})

describe('moving a folder', () => {
  it('hangs it under its new parent', () =>
    givenTree(created(keep), created(cellar)).when(move(cellar, keep)).emits(moved(cellar, keep)))
  it('brings it back to the root', () =>
    givenTree(created(keep), created(cellar, keep)).when(move(cellar, null)).emits(moved(cellar, null)))
  it('is refused into itself', () =>
    givenTree(created(keep)).when(move(keep, keep)).rejects('collection_inside_itself'))
  it('is refused into one of its descendants', () =>
    givenTree(created(keep), created(cellar, keep), created(well, cellar))
      .when(move(keep, well))
      .rejects('collection_inside_descendant'))
  it('is refused into a folder that is not there', () =>
    givenTree(created(keep)).when(move(keep, well)).rejects('parent_not_found'))
  it('does nothing when it is there already', () => givenTree(created(keep)).when(move(keep, null)).emitsNothing())
})

describe('deleting a folder', () => {
  const tree = [created(keep), created(cellar, keep), created(well, cellar)] as const
  it('takes everything below along, as one operation', () =>
    givenTree(...tree)
      .when(remove(keep))
      .emits(deleted(keep, keep)))
  it('happens once', () => givenTree(created(keep), deleted(keep, keep)).when(remove(keep)).emitsNothing())
  it('hides it from every other command', () =>
    givenTree(created(keep), deleted(keep, keep)).when(move(keep, null)).rejects('collection_not_found'))
  it('hides what hangs below from every other command', () => {
    const gone = givenTree(...tree, deleted(keep, keep))
    gone.when(move(well, null)).rejects('collection_not_found')
    gone.when({ type: 'CreateCollection', data: created(id(4), well).data }).rejects('parent_not_found')
    gone
      .when({ type: 'DeleteCollection', data: { collectionId: cellar, operationId: id(93) } })
      .rejects('collection_not_found')
  })
  it('leaves what was deleted before to its own operation', () => {
    const earlier = { ...deleted(well, well), data: { ...deleted(well, well).data, operationId: id(93) } }
    const history = [...tree, earlier, deleted(keep, keep)]
    expect(collectionsDeletedIn(stateOf(collections, history), operationId)).toEqual([keep, cellar])
    const back = stateOf(collections, [...history, restored(keep, null)])
    expect([keep, cellar, well].map((each) => isThere(back, each))).toEqual([true, true, false])
  })
  it('is undone as one operation', () => {
    givenTree(...tree, deleted(cellar, cellar))
      .when(restore)
      .emits(restored(cellar, keep))
    const back = stateOf(collections, [...tree, deleted(cellar, cellar), restored(cellar, keep)])
    expect([keep, cellar, well].map((each) => isThere(back, each))).toEqual([true, true, true])
  })
  it('is what it was where old logs have an event for each folder', () => {
    const old = [...tree, deleted(cellar, cellar), deleted(well, cellar)]
    givenTree(...old)
      .when(restore)
      .emits(restored(cellar, keep))
    const back = stateOf(collections, [...old, restored(cellar, keep), restored(well, cellar)])
    expect(back).toEqual(stateOf(collections, tree))
  })
  it('says one thing of 25,000 folders, and so does undoing it', { timeout: 60_000 }, () => {
    const many = Array.from({ length: 25_000 }, (_, n) => created(id(1000 + n), n === 0 ? keep : id(1000 + (n >> 1))))
    const full = stateOf(collections, [created(keep), ...many])
    expect(collections.decide.DeleteCollection(full, remove(keep).data)).toEqual([deleted(keep, keep)])
    const gone = stateOf({ ...collections, initial: full }, [deleted(keep, keep)])
    expect(collectionsDeletedIn(gone, operationId)).toHaveLength(25_001)
    expect(collections.decide.RestoreCollections(gone, restore.data)).toEqual([restored(keep, null)])
    expect(
      collectionsDeletedIn(stateOf({ ...collections, initial: gone }, [restored(keep, null)]), operationId),
    ).toEqual([])
  })
  it('brings a folder back at the root when its parent has gone meanwhile', () => {
    const later = { ...deleted(keep, keep), data: { ...deleted(keep, keep).data, operationId: id(93) } }
    givenTree(...tree, deleted(cellar, cellar), deleted(well, cellar), later)
      .when(restore)
      .emits(restored(cellar, null))
  })
  it('is undone once', () =>
    givenTree(...tree)
      .when(restore)
      .emitsNothing())
})

describe('a folder', () => {
  it('is made once', () => {
    const { data } = created(keep)
    givenTree().when({ type: 'CreateCollection', data }).emits(created(keep))
    givenTree(created(keep)).when({ type: 'CreateCollection', data }).emitsNothing()
  })
  it('is not made with the id of somebody else’s', () =>
    givenTree(created(keep))
      .when({ type: 'CreateCollection', data: { ...created(keep).data, userId: id(94) } })
      .rejects('collection_exists'))
  it('is not made in a folder that is not there', () =>
    givenTree()
      .when({ type: 'CreateCollection', data: created(keep, well).data })
      .rejects('parent_not_found'))
  it('does nothing when it is renamed to its name', () =>
    givenTree(created(keep))
      .when({ type: 'RenameCollection', data: { collectionId: keep, name: 'Any' } })
      .emitsNothing())
})

describe('whatever people do to a tree', () => {
  const folders = fc.integer({ min: 1, max: 8 }).map(id)
  const parents = fc.option(folders, { nil: null })
  const operations = fc.integer({ min: 100, max: 103 }).map(id)
  const anyCommand: fc.Arbitrary<Command> = fc.oneof(
    fc
      .tuple(folders, parents)
      .map(([folder, parent]): Command => ({ type: 'CreateCollection', data: created(folder, parent).data })),
    { weight: 3, arbitrary: fc.tuple(folders, parents).map(([folder, parent]): Command => move(folder, parent)) },
    fc.tuple(folders, operations).map(
      ([collectionId, operation]): Command => ({
        type: 'DeleteCollection',
        data: { collectionId, operationId: operation },
      }),
    ),
    operations.map((operation): Command => ({ type: 'RestoreCollections', data: { operationId: operation } })),
  )

  const parentOf = ({ folders }: typeof collections.initial, id: string) => byId(folders, id)?.parentId ?? null

  it('every folder hangs from the root, by folders that are there: no cycle, no orphan, and the view says the same', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 50 }), (commands) => {
        const history: Event[] = []
        for (const { type, data } of commands) {
          try {
            history.push(...collections.decide[type](stateOf(collections, history), data as never))
          } catch (refused) {
            if (!(refused instanceof Rejection)) throw refused
          }
        }
        const tree = stateOf(collections, history)
        for (const [start] of entriesOf(tree.folders)) {
          const seen = new Set([start])
          for (let at = parentOf(tree, start); at !== null; at = parentOf(tree, at)) {
            expect(isThere(tree, at) || !isThere(tree, start)).toBe(true)
            expect(seen.has(at)).toBe(false)
            seen.add(at)
          }
        }
        const rows = rowsOf(collectionsView, ...history.map(({ type, data }) => stored(type, data)))
        for (const { id, operationId } of rows) expect(operationId).toBe(deletionOf(tree, id))
      }),
    )
  })
})
