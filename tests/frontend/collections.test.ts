import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConjurationItem } from '#projections/answers.ts'
import { type CollectionRow, collectionsView } from '#projections/collections.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { treeFollowing } from '../../frontend/src/data/collections.ts'
import {
  type Conjurations,
  type ConjurationsArg,
  conjurationsFollowing,
  taggedFollowing,
} from '../../frontend/src/data/conjurations-query.ts'
import { indentOf } from '../../frontend/src/features/collections/indent.ts'
import { columnsIn, linesOf } from '../../frontend/src/features/collections/lines.ts'
import { collectionPath, nest } from '../../frontend/src/features/collections/tree.ts'
import {
  allNodes,
  collectionsNamed,
  filteredNodes,
  rootId,
} from '../../frontend/src/features/collections/tree-nodes.ts'
import type { EventType } from '../../frontend/src/realtime/event-types.ts'
import { advance } from '../../frontend/src/realtime/follow.ts'
import type { FeedItem } from '../../frontend/src/realtime/messages.ts'
import { collectionChoices, collectionsCalled } from '../../frontend/src/ui/collection-choices.ts'
import { shortened } from '../../frontend/src/ui/steps.ts'
import { event as feedEvent, gone } from './feed.ts'

const campaignId = randomUUID()
const me = randomUUID()
const at = '2026-11-20T23:41:02.874Z'
const present = { deletedAt: null, deletedBy: null, operationId: null }

const folder = (id: string, parentCollectionId: string | null = null, name = id): CollectionRow => ({
  id,
  campaignId,
  userId: me,
  name,
  parentCollectionId,
  visibility: 'CAMPAIGN',
  createdAt: at,
  updatedAt: at,
  deletedWith: null,
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

describe('the tree of folders', () => {
  const tree = nest([folder('b'), folder('a'), folder('a1', 'a'), folder('a11', 'a1'), folder('orphan', 'not-seen')])

  it('is by name, as people count', () => {
    const rooms = nest(['Room 10', 'room 9', 'Ärmel', 'Zinne'].map((name) => folder(name)))
    expect(ids(rooms.childrenOf(null))).toEqual(['Ärmel', 'room 9', 'Room 10', 'Zinne'])
  })
  it('hangs a folder at the root whose parent this person does not see', () => {
    expect(ids(tree.childrenOf(null))).toEqual(['a', 'b', 'orphan'])
  })
  it('knows the way to a folder, and its address', () => {
    expect(ids(tree.pathTo('a11'))).toEqual(['a', 'a1', 'a11'])
    expect(collectionPath(tree, 'a11')).toBe('/collections/a/a1/a11')
    expect(collectionPath(tree, null)).toBe('/collections')
    expect(tree.pathTo('nowhere')).toEqual([])
  })
  it('knows what is within what, and what goes with a folder', () => {
    expect([tree.isWithin('a11', 'a'), tree.isWithin('a', 'a'), tree.isWithin('a', 'a1')]).toEqual([true, true, false])
    expect(tree.isWithin(null, 'a')).toBe(false)
    expect(tree.below('a').sort()).toEqual(['a', 'a1', 'a11'])
  })
  it('ends even where folders would hang in each other', () => {
    const ring = nest([folder('x', 'y'), folder('y', 'x')])
    expect(ids(ring.pathTo('x'))).toEqual(['y', 'x'])
  })
})

describe('the lines of the tree', () => {
  const tree = nest([folder('bells', null, 'The Seven Bells'), folder('rung', 'bells', 'Rung'), folder('other')])

  it('begin with the campaign', () => {
    const nodes = allNodes(tree, 'The Drowned Bells')
    expect(nodes.get(rootId)).toMatchObject({ name: 'The Drowned Bells', children: ['other', 'bells'] })
    expect(nodes.get('bells')).toMatchObject({ kind: 'folder', children: ['rung'] })
  })
  it('that a filter leaves are what it found and the way there', () => {
    const nodes = filteredNodes(tree, 'C', { folders: collectionsNamed(tree, 'RUNG'), lore: [] })
    expect(nodes.get(rootId).children).toEqual(['bells'])
    expect(nodes.get('bells').children).toEqual(['rung'])
    expect(nodes.opened).toEqual([rootId, 'bells', 'rung'])
  })
  it('have the lore that a filter found in its folder, or at the root when that is not seen', () => {
    const lore = [item('in bells', 'bells'), item('hidden away', 'not-seen')]
    const nodes = filteredNodes(tree, 'C', { folders: [], lore })
    expect(nodes.get('bells').children).toEqual(['in bells'])
    expect(nodes.get(rootId).children).toEqual(['bells', 'hidden away'])
    expect(nodes.get('in bells')).toMatchObject({ kind: 'lore', children: [] })
  })
})

describe('the lore in the tree', () => {
  const tree = nest([folder('bells'), folder('shut')])
  const lore = (over: object) =>
    new Map([['bells', { rows: [item('one', 'bells')], total: 1, state: 'here' as const, ...over }]])
  const below = (over: object) => allNodes(tree, 'C', { bells: 1 }, lore(over)).get('bells').children

  it('hangs below the folders, with a line that asks for more while there is more', () => {
    expect(below({})).toEqual(['one'])
    expect(below({ total: 30 })).toEqual(['one', 'more:bells'])
    expect(below({ rows: [], total: 0, state: 'failed' })).toEqual(['more:bells'])
    const nodes = allNodes(tree, 'C', {}, lore({ total: 30, state: 'failed' }))
    expect(nodes.get('one')).toMatchObject({ kind: 'lore', isBranch: false })
    expect(nodes.get('more:bells')).toMatchObject({ kind: 'more', name: 'Not loaded. Try again' })
  })
  it('makes a branch of a folder that has nothing else, before any of it is there', () => {
    const nodes = allNodes(tree, 'C', { bells: 2 })
    expect(nodes.get('bells')).toMatchObject({ isBranch: true, children: ['more:bells'] })
    expect(nodes.get('shut').isBranch).toBe(false)
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

describe('the folders of a campaign, as events come', () => {
  const given = { position: '10', rows: [folder('a'), folder('a1', 'a')] }
  const after = (...items: FeedItem[]) => advance(collectionsView, treeFollowing, given, items, campaignId)

  it('are made, renamed, moved and hidden without asking again', () => {
    const { snapshot, refetch } = after(
      event('CollectionCreated', { ...folder('b'), collectionId: 'b' }),
      event('CollectionRenamed', { collectionId: 'a', name: 'Anew' }),
      event('CollectionMoved', { collectionId: 'a1', parentCollectionId: 'b' }),
      event('CollectionVisibilityChanged', { collectionId: 'a', visibility: 'DM' }),
    )
    const tree = nest(snapshot.rows)
    expect(tree.get('a')).toMatchObject({ name: 'Anew', visibility: 'DM' })
    expect(ids(tree.pathTo('a1'))).toEqual(['b', 'a1'])
    expect(refetch).toBe(false)
  })
  it('of another campaign are not these', () => {
    const other = { ...folder('b'), collectionId: 'b', campaignId: randomUUID() }
    expect(ids(after(event('CollectionCreated', other)).snapshot.rows)).toEqual(['a', 'a1'])
  })
  it('go when they are deleted, and are asked for when they come back', () => {
    const gone = (id: string) =>
      after(event('CollectionDeleted', { campaignId, collectionId: id, rootId: id, operationId: randomUUID() }))
    expect(ids(gone('a1').snapshot.rows)).toEqual(['a'])
    expect(ids(gone('a').snapshot.rows)).toEqual([])
    // What hangs below a folder that is not seen here goes too: only the server knows that.
    expect(gone('not seen').refetch).toBe(true)
    expect(after(event('CollectionRestored', { collectionId: 'x', campaignId })).refetch).toBe(true)
    expect(after(event('CollectionRestored', { collectionId: 'x', campaignId: randomUUID() })).refetch).toBe(false)
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
  const rows = [folder('crypt', 'keep'), folder('keep'), folder('lost', 'unseen'), folder('attic', 'keep')]
  const told = ({ name, level, within }: { name: string; level: number; within: string }) => [name, level, within]

  it('are the root and each folder below what it is in, one whose parent is not seen at the root', () => {
    expect(collectionChoices(rows, 'Bells').map(told)).toEqual([
      ['Bells', 0, ''],
      ['keep', 1, 'Bells'],
      ['attic', 2, 'keep'],
      ['crypt', 2, 'keep'],
      ['lost', 1, 'Bells'],
    ])
  })

  it('can be found by a part of their name, in whatever case', () => {
    expect(collectionsCalled(collectionChoices(rows, 'Bells'), ' CRY ').map(told)).toEqual([['crypt', 0, 'keep']])
  })
})
