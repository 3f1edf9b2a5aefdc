import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CollectionListItem, ConjurationItem } from '#projections/answers.ts'
import { collectionsView } from '#projections/collections.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { collectionPath, nest } from '../../frontend/src/data/collection-tree.ts'
import {
  type Children,
  type ChildrenArg,
  changesCounts,
  childrenFollowing,
  existingCollectionsView,
  pathsFollowing,
} from '../../frontend/src/data/collections-query.ts'
import {
  type Conjurations,
  type ConjurationsArg,
  conjurationsFollowing,
  taggedFollowing,
} from '../../frontend/src/data/conjurations-query.ts'
import { indentOf } from '../../frontend/src/features/collections/indent.ts'
import { columnsIn, linesOf } from '../../frontend/src/features/collections/lines.ts'
import { allNodes, filteredNodes, rootId, type TreePart } from '../../frontend/src/features/collections/tree-nodes.ts'
import type { EventType } from '../../frontend/src/realtime/event-types.ts'
import { advance } from '../../frontend/src/realtime/follow.ts'
import type { FeedItem } from '../../frontend/src/realtime/messages.ts'
import { collectionChoices, collectionsFound } from '../../frontend/src/ui/collection-choices.ts'
import { shortened } from '../../frontend/src/ui/steps.ts'
import { event as feedEvent, gone } from './feed.ts'

const campaignId = randomUUID()
const me = randomUUID()
const at = '2026-11-20T23:41:02.874Z'
const present = { deletedAt: null, deletedBy: null, operationId: null }

const folder = (id: string, parentCollectionId: string | null = null, name = id): CollectionListItem => ({
  id,
  campaignId,
  userId: me,
  name,
  parentCollectionId,
  visibility: 'CAMPAIGN',
  createdAt: at,
  updatedAt: at,
  deletedWith: null,
  childCount: 0,
  loreCount: 0,
  containsConjuration: false,
  ...present,
})
const item = (id: string, collectionId: string | null, updatedAt = at): ConjurationItem => ({
  id,
  campaignId,
  collectionId,
  userId: me,
  visibility: 'CAMPAIGN',
  name: id,
  description: '',
  tags: [],
  copyOf: null,
  writers: 'EDITORS',
  isPinned: false,
  createdAt: at,
  updatedAt,
  updatedBy: me,
  username: 'ines',
  imageUri: null,
  imageCount: 0,
  mayEdit: true,
  ...present,
})
const event = (type: EventType, data: object) => feedEvent(11, type, data)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('the tree of folders, as far as it is known', () => {
  const tree = nest([
    [folder('b'), folder('a')],
    [folder('a1', 'a'), folder('a11', 'a1'), folder('apart', 'not known')],
  ])

  it('is by name, as people count', () => {
    const rooms = nest([['Room 10', 'room 9', 'Ärmel', 'Zinne'].map((name) => folder(name))])
    expect(ids(rooms.childrenOf(null))).toEqual(['Ärmel', 'room 9', 'Room 10', 'Zinne'])
  })
  it('has a folder whose parent is not known nowhere: the server hangs at the root what does', () => {
    expect(ids(tree.childrenOf(null))).toEqual(['a', 'b'])
    expect(ids(tree.pathTo('apart'))).toEqual(['apart'])
  })
  it('knows the way to a folder, and its address', () => {
    expect(ids(tree.pathTo('a11'))).toEqual(['a', 'a1', 'a11'])
    expect(collectionPath(tree, 'a11')).toBe('/collections/a/a1/a11')
    expect(collectionPath(tree, null)).toBe('/collections')
    expect(tree.pathTo('nowhere')).toEqual([])
  })
  it('knows what is within what', () => {
    expect([tree.isWithin('a11', 'a'), tree.isWithin('a', 'a'), tree.isWithin('a', 'a1')]).toEqual([true, true, false])
    expect(tree.isWithin(null, 'a')).toBe(false)
  })
  it('has a folder of several lists as it was changed last', () => {
    const later = { ...folder('a', 'b', 'Anew'), updatedAt: '2026-11-21T00:00:00Z' }
    for (const lists of [
      [[folder('a')], [later]],
      [[later], [folder('a')]],
    ])
      expect(nest(lists).get('a')).toMatchObject({ name: 'Anew', parentCollectionId: 'b' })
  })
  it('ends even where folders would hang in each other', () => {
    const ring = nest([[folder('x', 'y'), folder('y', 'x')]])
    expect(ids(ring.pathTo('x'))).toEqual(['y', 'x'])
  })
})

describe('the lines of the tree', () => {
  const tree = nest([[folder('bells', null, 'The Seven Bells'), folder('rung', 'bells', 'Rung'), folder('other')]])

  it('begin with the campaign', () => {
    const nodes = allNodes(tree, 'The Drowned Bells')
    expect(nodes.get(rootId)).toMatchObject({ name: 'The Drowned Bells', children: ['other', 'bells'] })
    expect(nodes.get('bells')).toMatchObject({ kind: 'folder', children: ['rung'] })
  })
  it('that a filter leaves are what it found and the way there', () => {
    const nodes = filteredNodes(tree, 'C', { folders: ['rung'], lore: [] })
    expect(nodes.get(rootId).children).toEqual(['bells'])
    expect(nodes.get('bells').children).toEqual(['rung'])
    expect(nodes.opened).toEqual([rootId, 'bells', 'rung'])
  })
  it('have the lore that a filter found in its folder', () => {
    const lore = [item('in bells', 'bells'), item('at the root', null)]
    const nodes = filteredNodes(tree, 'C', { folders: [], lore })
    expect(nodes.get('bells').children).toEqual(['in bells'])
    expect(nodes.get(rootId).children).toEqual(['bells', 'at the root'])
    expect(nodes.get('in bells')).toMatchObject({ kind: 'lore', children: [] })
  })
})

describe('what is in a folder of the tree', () => {
  const full = { ...folder('full'), childCount: 1, loreCount: 2 }
  const tree = nest([[folder('bells'), folder('empty'), full, folder('rung', 'bells')]])
  const part: TreePart = { folders: 1, foldersInAll: 1, lore: [item('one', 'bells')], loreInAll: 1, state: 'here' }
  const below = (over: Partial<TreePart>) =>
    allNodes(tree, 'C', new Map([['bells', { ...part, ...over }]])).get('bells').children

  it('hangs below it, folders first, with a line that asks for more while there is more', () => {
    expect(below({})).toEqual(['rung', 'one'])
    expect(below({ loreInAll: 30 })).toEqual(['rung', 'one', 'more:bells'])
    expect(below({ foldersInAll: 300 })).toEqual(['rung', 'one', 'more:bells'])
    expect(below({ lore: [], loreInAll: 0, state: 'failed' })).toEqual(['rung', 'more:bells'])
    const nodes = allNodes(tree, 'C', new Map([['bells', { ...part, loreInAll: 30, state: 'failed' as const }]]))
    expect(nodes.get('one')).toMatchObject({ kind: 'lore', isBranch: false })
    expect(nodes.get('more:bells')).toMatchObject({ kind: 'more', name: 'Not loaded. Try again' })
  })
  it('makes a branch of it before any of it is there', () => {
    const nodes = allNodes(tree, 'C')
    expect(nodes.get('full')).toMatchObject({ isBranch: true, children: ['more:full'] })
    expect(nodes.get('empty').isBranch).toBe(false)
  })
})

describe('a long way down', () => {
  it('indents less and less', () => {
    expect([0, 1, 6, 10, 100].map(indentOf)).toEqual([0, 16, 96, 128, 408])
  })
  it('is the root, the parent and here', () => {
    const { first, between, last } = shortened(['root', 'a', 'b', 'c', 'here'])
    expect([first, between, last]).toEqual([['root'], ['a', 'b'], ['c', 'here']])
    expect(shortened(['root', 'a', 'b', 'here'])).toMatchObject({ between: [], last: ['root', 'a', 'b', 'here'] })
  })
})

describe('the folders in one, as events come', () => {
  const arg: ChildrenArg = { campaignId, parentId: 'top', want: 200 }
  const given: Children = { position: '10', counted: '10', total: 300, rows: [folder('a', 'top'), folder('b', 'top')] }
  const after = (...items: FeedItem[]) => advance(collectionsView, childrenFollowing, given, items, arg)
  const atRoot = (item: FeedItem) => childrenFollowing.refetchOn?.(item, { ...arg, parentId: null })

  it('are made, renamed and hidden without asking again', () => {
    const { snapshot, refetch } = after(
      event('CollectionCreated', { ...folder('c'), collectionId: 'c', parentCollectionId: 'top' }),
      event('CollectionRenamed', { collectionId: 'a', name: 'z' }),
      event('CollectionVisibilityChanged', { collectionId: 'a', visibility: 'DM' }),
    )
    expect(ids(snapshot.rows)).toEqual(['b', 'c', 'a'])
    expect(snapshot.rows.at(-1)).toMatchObject({ name: 'z', visibility: 'DM' })
    expect(snapshot.rows[1]).toMatchObject({ childCount: 0, loreCount: 0 })
    expect([snapshot.total, refetch]).toEqual([301, false])
  })
  it('of another folder or campaign are not these', () => {
    const made = { ...folder('c'), collectionId: 'c', parentCollectionId: 'top' }
    for (const other of [{ parentCollectionId: 'a' }, { campaignId: randomUUID() }])
      expect(ids(after(event('CollectionCreated', { ...made, ...other })).snapshot.rows)).toEqual(['a', 'b'])
  })
  it('leave for another, and are asked for where they come to, or may have gone into one of these', () => {
    const moved = (collectionId: string, id = campaignId) =>
      after(event('CollectionMoved', { campaignId: id, collectionId, parentCollectionId: 'b' }))
    expect([ids(moved('a').snapshot.rows), moved('a').snapshot.total]).toEqual([['b'], 299])
    expect([moved('x').refetch, moved('x', randomUUID()).refetch]).toEqual([true, false])
  })
  it('go when they are deleted, and are asked for when they come back', () => {
    const deleted = (id: string) =>
      after(event('CollectionDeleted', { campaignId, collectionId: id, rootId: id, operationId: randomUUID() }))
    expect(ids(deleted('a').snapshot.rows)).toEqual(['b'])
    // What hangs below a folder that is not seen here goes too: only the server knows that.
    expect(deleted('not seen').refetch).toBe(true)
    expect(after(event('CollectionRestored', { collectionId: 'x', campaignId })).refetch).toBe(true)
    expect(after(event('CollectionRestored', { collectionId: 'x', campaignId: randomUUID() })).refetch).toBe(false)
  })
  it('hang at the root once what they are in is not seen any more', () => {
    expect([atRoot(gone(11, 'x')), after(gone(11, 'top')).refetch, after(gone(11, 'x')).refetch]).toEqual([
      true,
      true,
      false,
    ])
  })
  it('are counted anew when lore or folders come into one of them, or may have left', () => {
    const counts = (type: EventType, data: object) => changesCounts(event(type, data), given.rows)
    expect(counts('ConjurationCreated', { collectionId: 'a' })).toBe(true)
    expect(counts('ConjurationCreated', { collectionId: 'x' })).toBe(false)
    expect(counts('ConjurationMoved', { collectionId: null, fromCollectionId: 'b' })).toBe(true)
    expect(counts('ConjurationMoved', { collectionId: null, fromCollectionId: 'x' })).toBe(false)
    expect(counts('CollectionCreated', { parentCollectionId: 'a' })).toBe(true)
    expect(counts('ConjurationRenamed', { conjurationId: 'x' })).toBe(false)
    expect(changesCounts(gone(11, 'x'), given.rows)).toBe(true)
  })
})

describe('the way to a folder, as events come', () => {
  const given = { position: '10', rows: [folder('top'), folder('middle', 'top'), folder('here', 'middle')] }
  const after = (...items: FeedItem[]) =>
    advance(existingCollectionsView, pathsFollowing, given, items, { campaignId, to: ['here'] })

  it('follows names, and is asked for when a folder moves; what is made is not on it', () => {
    const { snapshot, refetch } = after(
      event('CollectionRenamed', { collectionId: 'top', name: 'Anew' }),
      event('CollectionCreated', { ...folder('new'), collectionId: 'new' }),
    )
    expect([snapshot.rows.map(({ name }) => name), refetch]).toEqual([['Anew', 'middle', 'here'], false])
    const moved = event('CollectionMoved', { campaignId, collectionId: 'middle', parentCollectionId: null })
    expect(after(moved)).toMatchObject({ refetch: true })
    expect(ids(nest([after(moved).snapshot.rows]).pathTo('here'))).toEqual(['middle', 'here'])
  })
  it('is gone with what it hangs in', () => {
    const deleted = { campaignId, collectionId: 'top', rootId: 'top', operationId: randomUUID() }
    expect(after(event('CollectionDeleted', deleted)).snapshot.rows).toEqual([])
    expect(ids(after(gone(11, 'here')).snapshot.rows)).toEqual(['top', 'middle'])
  })
})

describe('the lore in a folder, as events come', () => {
  const rows = [item('new', 'f', '2026-11-20T12:00:00Z'), item('old', 'f', '2026-11-19T12:00:00Z')]
  const given: Conjurations = { position: '10', rows, total: 300 }
  const arg: ConjurationsArg = { campaignId, collectionId: 'f', want: 200 }
  const after = (...items: FeedItem[]) => advance(conjurationsView, conjurationsFollowing, given, items, arg)

  it('comes to the front when it is edited, and keeps what was joined to it', () => {
    const { snapshot } = after(event('ConjurationRenamed', { conjurationId: 'old', name: 'Anew' }))
    expect(snapshot.rows.map(({ name, username }) => [name, username])).toEqual([
      ['Anew', 'ines'],
      ['new', 'ines'],
    ])
  })
  it('comes first when it is pinned, and falls back when it is not; what is not loaded is asked for', () => {
    const { snapshot, refetch } = after(event('ConjurationPinned', { conjurationId: 'old' }))
    expect([ids(snapshot.rows), refetch]).toEqual([['old', 'new'], true])
    const both = after(
      event('ConjurationPinned', { conjurationId: 'old' }),
      event('ConjurationUnpinned', { conjurationId: 'old' }),
    )
    expect(ids(both.snapshot.rows)).toEqual(['new', 'old'])
  })
  it('leaves when it is moved, deleted or not seen any more, and is counted', () => {
    const { snapshot } = after(
      event('ConjurationMoved', { conjurationId: 'old', collectionId: null, fromCollectionId: 'f' }),
      event('ConjurationDeleted', { conjurationId: 'new', campaignId, operationId: randomUUID() }),
    )
    expect([snapshot.rows, snapshot.total]).toEqual([[], 298])
    expect(ids(after(gone(11, 'old')).snapshot.rows)).toEqual(['new'])
  })
  it('is asked for when it arrives from elsewhere, and not when it goes elsewhere', () => {
    const moved = (collectionId: string | null) =>
      after(event('ConjurationMoved', { conjurationId: 'x', collectionId, fromCollectionId: null })).refetch
    expect([moved('f'), moved('g'), moved(null)]).toEqual([true, false, false])
    expect(after(event('ConjurationRestored', { conjurationId: 'x', campaignId })).refetch).toBe(true)
    expect(after(event('ConjurationPrimaryImageSet', { imageId: 'i', conjurationId: 'x' })).refetch).toBe(true)
  })
  it('is asked for when a picture is edited, which may be the one that it shows', () => {
    expect(after(event('ImageShown', { imageId: 'i', version: 'v' })).refetch).toBe(true)
  })
  it('of a folder that is gone comes to hang at the root', () => {
    const root = { ...arg, collectionId: null }
    expect(advance(conjurationsView, conjurationsFollowing, given, [gone(11, 'folder')], root).refetch).toBe(true)
    expect(after(gone(11, 'folder')).refetch).toBe(false)
  })
})

describe('lore that has tags, as events come', () => {
  const rows = [{ ...item('one', 'f'), tags: ['npc', 'clerk'] }]
  const given: Conjurations = { position: '10', rows, total: 1 }
  const arg = { campaignId, collectionId: null, want: 200, tags: ['npc', 'clerk'] }
  const after = (...items: FeedItem[]) => advance(conjurationsView, taggedFollowing, given, items, arg)

  it('goes when it loses one of them, and is asked for where another may have gained them', () => {
    const lost = after(event('ConjurationTagged', { conjurationId: 'one', tags: ['npc'] }))
    expect(lost.snapshot).toMatchObject({ rows: [], total: 0 })
    expect(after(event('ConjurationTagged', { conjurationId: 'other', tags: ['npc', 'clerk'] })).refetch).toBe(true)
    expect(after(event('ConjurationRenamed', { conjurationId: 'one', name: 'Anew' })).refetch).toBe(false)
  })
})

describe('the grid', () => {
  const folders = ['a', 'b', 'c'].map((id) => ({ id }))
  const lore = ['1', '2', '3', '4', '5'].map((id) => ({ id }))
  const shape = (columns: number, withNew = true) =>
    linesOf(folders, lore, columns, withNew).map((line) =>
      ids(line.kind === 'folders' ? line.folders : line.lore).join(''),
    )

  it('has two columns on a phone and gains more with room', () => {
    expect([0, 362, 924, 1300].map(columnsIn)).toEqual([2, 2, 4, 6])
  })
  it('has folders before lore, and room for the card that makes one', () => {
    expect(shape(4)).toEqual(['abc', '1234', '5'])
    expect(shape(3)).toEqual(['abc', '', '123', '45'])
    expect(shape(3, false)).toEqual(['abc', '123', '45'])
  })
})

describe('the folders that something can be moved into', () => {
  const keep = { ...folder('keep'), childCount: 2 }
  const tree = nest([[folder('crypt', 'keep'), keep, folder('attic', 'keep'), folder('yard')]])
  const told = ({ name, level, isOpen }: { name: string; level: number; isOpen?: boolean | undefined }) => [
    name,
    level,
    isOpen,
  ]

  it('are the root and what is in it, and in each that is open', () => {
    expect(collectionChoices(tree, 'Bells', new Set()).map(told)).toEqual([
      ['Bells', 0, true],
      ['keep', 1, false],
      ['yard', 1, undefined],
    ])
    expect(
      collectionChoices(tree, 'Bells', new Set(['keep']))
        .map(told)
        .slice(1, 4),
    ).toEqual([
      ['keep', 1, true],
      ['attic', 2, undefined],
      ['crypt', 2, undefined],
    ])
  })

  it('that were found say what they are in', () => {
    const found = (words: string) => collectionsFound(tree, 'Bells', ['crypt', 'keep', 'not loaded'], words)
    expect(found('e').map(({ name, within }) => [name, within])).toEqual([
      ['Bells', ''],
      ['crypt', 'keep'],
      ['keep', 'Bells'],
    ])
    expect(found('cry').map(({ id }) => id)).toEqual(['crypt', 'keep'])
  })
})
