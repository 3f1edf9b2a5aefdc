import fc from 'fast-check'
import { Subject, take } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { collectionEvents } from '#domain/collections.ts'
import { collectionsView } from '#projections/collections.ts'
import { view } from '#projections/view.ts'
import { api } from '../../frontend/src/base/api.ts'
import { requestError } from '../../frontend/src/base/problem.ts'
import { childrenFollowing } from '../../frontend/src/data/collections-query.ts'
import { type CountedSnapshot, followCounted } from '../../frontend/src/data/counting.ts'
import { createRealtime } from '../../frontend/src/realtime/events.ts'
import { follow, type Snapshot } from '../../frontend/src/realtime/follow.ts'
import { type FeedItem, isOneOf } from '../../frontend/src/realtime/messages.ts'
import { fetchPages, growing } from '../../frontend/src/realtime/pages.ts'
import { refetchedBy } from '../../frontend/src/realtime/refetched.ts'
import { createAppStore } from '../../frontend/src/realtime/store.ts'
import { event, gone, shown } from './feed.ts'
import { hello } from './sockets.ts'

/** A folder of things, as the web app follows one: what is moved into it must be fetched, since its row is not here. */
const Row = z.object({ id: z.string(), name: z.string(), parent: z.string() })
type Row = z.infer<typeof Row>
const rowsView = view(Row)<typeof collectionEvents>({
  table: 'things',
  on: {
    CollectionRenamed: ({ collectionId: id, name }) => ({ update: { name }, where: { id } }),
    CollectionMoved: ({ collectionId: id, parentCollectionId }) => ({
      update: { parent: parentCollectionId ?? '' },
      where: { id },
    }),
  },
})
const opened = 'folder'
/** More than this many feed items are forgotten by the tab; see `createRealtime`. */
const crowdOfItems = 2_500

const campaignId = 'campaign'
/** What the log says of a rename and a move. */
interface Events {
  renamed(at: number, id: string, name: string): FeedItem
  moved(at: number, id: string, parent: string, before: string): FeedItem
}
const ofFolders: Events = {
  renamed: (at, id, name) => event(at, 'CollectionRenamed', { collectionId: id, name }),
  moved: (at, id, parent) => event(at, 'CollectionMoved', { collectionId: id, parentCollectionId: parent, campaignId }),
}
const ofLore: Events = {
  renamed: (at, id, name) => event(at, 'ConjurationRenamed', { conjurationId: id, name }),
  moved: (at, id, collectionId, fromCollectionId) =>
    event(at, 'ConjurationMoved', { conjurationId: id, collectionId, fromCollectionId }),
}

interface Thing extends Row {
  isVisible: boolean
}
const names = ['a', 'b', 'c', 'd', 'e']
/** The log: at each position the state of all things, and what the feed says of it. */
const createWorld = ({ renamed, moved }: Events) => {
  let things: readonly Thing[] = names.map((id) => ({ id, name: id, parent: opened, isVisible: true }))
  const states = new Map<number, readonly Thing[]>([[10, things]])
  const feed: FeedItem[] = []
  let position = 10
  let isRefused = false
  const refusals = new Map<number, boolean>([[10, false]])
  const append = (next: readonly Thing[], item: (at: number) => FeedItem | undefined) => {
    things = next
    position++
    states.set(position, things)
    refusals.set(position, isRefused)
    const told = item(position)
    if (told) feed.push(told)
  }
  const change = (id: string, changed: Partial<Thing>) =>
    things.map((thing) => (thing.id === id ? { ...thing, ...changed } : thing))
  const isVisible = (id: string) => things.some((thing) => thing.id === id && thing.isVisible)
  return {
    feed,
    position: () => position,
    /** What this user sees, wherever it is. */
    thingsAt: (at: number): Row[] =>
      (states.get(at) ?? []).filter((thing) => thing.isVisible).map(({ id, name, parent }) => ({ id, name, parent })),
    isRefusedAt: (at: number) => refusals.get(at) ?? false,
    rename: (id: string) =>
      append(change(id, { name: `${id}${position}` }), (at) =>
        isVisible(id) ? renamed(at, id, `${id}${at - 1}`) : undefined,
      ),
    move: (id: string, parent: string) => {
      const before = things.find((thing) => thing.id === id)?.parent ?? ''
      append(change(id, { parent }), (at) => (isVisible(id) ? moved(at, id, parent, before) : undefined))
    },
    show: (id: string, toShow: boolean) => {
      if (isVisible(id) === toShow) return
      append(change(id, { isVisible: toShow }), (at) => (toShow ? shown(at, id) : gone(at, id)))
    },
    /** The folder goes into the Trash, and comes back: until then its list is answered by 404. */
    refuse: (toRefuse: boolean) => {
      if (isRefused === toRefuse) return
      isRefused = toRefuse
      append(things, (at) =>
        event(at, toRefuse ? 'CollectionDeleted' : 'CollectionRestored', {
          collectionId: opened,
          campaignId,
          rootId: opened,
        }),
      )
    },
    /** Others work elsewhere, until this tab has forgotten what it heard first. */
    crowd: () => {
      for (let n = 0; n < crowdOfItems; n++)
        append(things, (at) => event(at, 'CollectionRenamed', { collectionId: 'elsewhere', name: 'x' }))
    },
  }
}

const id = fc.constantFrom(...names)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), id }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('move' as const), id, parent: fc.constantFrom(opened, 'other') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('show' as const), id, toShow: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refuse' as const), toRefuse: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'drop' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'connect' as const }) },
  { weight: 6, arbitrary: fc.constant({ do: 'read' as const }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('answer' as const), isLost: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ do: 'refetch' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'more' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'tick' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'crowd' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What the server reads for one request: the things that the user sees, and the position at which that is so. */
type Ask = () => Promise<{ data: { at: number; things: Row[] } } | { error: ReturnType<typeof requestError> }>

/** One way in which the web app keeps an answer. */
interface Kept {
  /** Its readers may want more of it. */
  isPaged?: true
  events: Events
  /** The options of RTK Query's `build.query`. */
  define(ask: Ask): object
  /** What the answer shows, and what a fresh one would when the user sees these things. */
  shown(data: never): unknown
  expected(things: readonly Row[], data: never): unknown
}

const sorted = (one: Row, other: Row) => (one.id < other.id ? -1 : 1)
const inFolder = (things: readonly Row[]) => things.filter(({ parent }) => parent === opened)
const brings = (item: FeedItem) =>
  isOneOf(item, ['CollectionRestored']) || (item.type === 'CollectionMoved' && item.data.parentCollectionId === opened)
const folding = {
  joined: true,
  admits: ({ parent }: Row) => parent === opened,
  sort: sorted,
  refetchOn: brings,
} as const
const query =
  <Data>(ask: Ask, answer: (things: Row[], position: string) => Data) =>
  async () => {
    const read = await ask()
    return 'error' in read ? read : { data: answer(read.data.things, String(read.data.at)) }
  }

const folderRow = (id: string, things: readonly Row[]) => ({
  id,
  campaignId,
  userId: 'ines',
  name: id,
  parentCollectionId: null,
  visibility: 'CAMPAIGN' as const,
  createdAt: '',
  updatedAt: '',
  deletedAt: null,
  deletedBy: null,
  operationId: null,
  deletedWith: null,
  childCount: 0,
  containsConjuration: false,
  loreCount: things.filter(({ parent }) => parent === id).length,
})
const folderRows = (things: readonly Row[]) => ['folder', 'other'].map((id) => folderRow(id, things))
const countsOf = (rows: readonly { id: string; loreCount: number }[]) =>
  rows.map(({ id, loreCount }) => [id, loreCount])
const pageSize = 2
type Paged = Snapshot<Row> & { total: number }

const kept: Record<string, Kept> = {
  'a followed list': {
    events: ofFolders,
    define: (ask) => ({
      queryFn: query(ask, (things, position): Snapshot<Row> => ({ position, rows: inFolder(things) })),
      ...follow<Row, Row, unknown>(rowsView, folding),
    }),
    shown: ({ rows }: Snapshot<Row>) => rows,
    expected: inFolder,
  },
  'a list of folders that counts what is in them': {
    events: ofLore,
    define: (ask) => ({
      queryFn: query(ask, (things, position) => ({
        position,
        counted: position,
        total: 2,
        rows: folderRows(things),
      })),
      ...followCounted(collectionsView, childrenFollowing as never),
    }),
    shown: ({ rows }: CountedSnapshot<ReturnType<typeof folderRow>>) => countsOf(rows),
    expected: (things) => countsOf(folderRows(things)),
  },
  'a list that is loaded in part, page by page': {
    isPaged: true,
    events: ofFolders,
    define: (ask) => ({
      ...growing,
      async queryFn({ want }: { want: number }, { getState }: { getState(): object }, _extra: unknown) {
        return fetchPages<Row, Paged>({
          want,
          pageSize,
          sort: sorted,
          cached: () => cachedIn(getState()) as Paged | undefined,
          async page(offset) {
            const read = await query(ask, (things, position) => ({ things: inFolder(things), position }))()
            if ('error' in read) return read
            const { things, position } = read.data
            return { data: { position, total: things.length, rows: things.slice(offset, offset + pageSize) } }
          },
        })
      },
      ...follow<Row, Row, unknown, Paged>(rowsView, folding),
    }),
    // A list that lost a row is as long as before once its reader scrolls: what is loaded has to be its beginning.
    shown: ({ rows, total }: Paged) => ({ rows, total }),
    expected: (things, { rows }: Paged) => ({
      rows: inFolder(things).slice(0, rows.length),
      total: inFolder(things).length,
    }),
  },
  'a search that quotes what is none of its rows': {
    events: ofFolders,
    define: (ask) => ({
      queryFn: query(ask, (things, position) => ({ position, rows: quoting(things) })),
      ...follow<Row, Row, unknown>(view(Row)<typeof collectionEvents>({ table: 'search', on: {} }), {
        withoutQuotes: () => ({ rows: [] }),
        refetchOn: (item) => 'stream' in item,
      }),
    }),
    shown: ({ rows }: Snapshot<Row>) => rows,
    expected: (things) => quoting(things),
  },
  'an answer that no view folds': {
    events: ofFolders,
    define: (ask) => ({
      queryFn: query(ask, (things) => inFolder(things).map(({ name }) => name)),
      ...refetchedBy<unknown, string[]>(['CollectionRenamed', 'CollectionMoved', 'CollectionRestored'], {
        emptied: [],
      }),
    }),
    shown: (names: string[]) => names,
    expected: (things) => inFolder(things).map(({ name }) => name),
  },
}
/** A thing that quotes all that lies in the folder. */
const quoting = (things: readonly Row[]): Row[] => [
  {
    id: 'lore',
    parent: opened,
    name: inFolder(things)
      .map(({ name }) => name)
      .join(),
  },
]
/** The cached answer of the tab that runs now. */
let cachedIn: (state: object) => unknown = () => undefined

let queries = 0

/** One tab of the real store and stream over a socket and a server that the steps hold in their hands. */
const openTab = ({ events, define, shown, expected, isPaged }: Kept) => {
  const world = createWorld(events)
  const ticks = new Subject<void>()
  let socket: Subject<unknown> | undefined
  let sent = 0
  const connecting: { socket: Subject<unknown>; after: number }[] = []
  const realtime = createRealtime({
    open(query) {
      const each = new Subject<unknown>()
      const after = Number(new URLSearchParams(query).get('after'))
      connecting.push({ socket: each, after })
      return each.asObservable()
    },
    frame: () => ticks.pipe(take(1)),
    wait: () => ticks.pipe(take(1)),
  })
  interface Pending {
    /** The position at which the server read; undefined while the request is on its way to it. */
    readAt: number | undefined
    resolve: (answer: Awaited<ReturnType<Ask>>) => void
  }
  const pending: Pending[] = []
  const name = `converges${queries++}`
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<object, { want: number }>(
        define(() => new Promise((resolve) => pending.push({ readAt: undefined, resolve }))) as never,
      ),
    }),
  })
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`No endpoint ${name}`)
  const store = createAppStore(realtime)
  let want = pageSize
  const arg = () => ({ campaignId, parentId: null, want })
  cachedIn = (state) => endpoint.select(arg())(state as never).data
  const ask = () => void store.dispatch(endpoint.initiate(arg(), { forceRefetch: true }))
  const settle = async () => {
    for (let n = 0; n < 4; n++) await new Promise(setImmediate)
  }

  const connect = () => {
    const next = connecting.shift()
    if (!next) return
    socket = next.socket
    sent = world.feed.findIndex((item) => Number(item.position) > next.after)
    if (sent < 0) sent = world.feed.length
    socket.next(hello(String(world.position())))
  }
  const deliver = (count: number) => {
    for (let n = 0; n < count && socket && sent < world.feed.length; n++) socket.next(world.feed[sent++])
  }
  const answerOldest = (isLost: boolean) => {
    const request = pending.shift()
    if (!request) return
    const at = request.readAt ?? world.position()
    if (isLost) request.resolve({ error: requestError(503, null) })
    else if (world.isRefusedAt(at)) request.resolve({ error: requestError(404, null) })
    else request.resolve({ data: { at, things: world.thingsAt(at) } })
  }
  const actions: { [Kind in Step['do']]: (given: Extract<Step, { do: Kind }>) => void } = {
    rename: ({ id }) => world.rename(id),
    move: ({ id, parent }) => world.move(id, parent),
    show: ({ id, toShow }) => world.show(id, toShow),
    refuse: ({ toRefuse }) => world.refuse(toRefuse),
    deliver: ({ count }) => deliver(count),
    drop: () => {
      socket?.error(new Error('The network is gone'))
      socket = undefined
    },
    connect,
    read: () => {
      for (const request of pending) request.readAt ??= world.position()
    },
    answer: ({ isLost }) => answerOldest(isLost),
    refetch: ask,
    more: () => {
      if (isPaged) want += pageSize
      ask()
    },
    crowd: world.crowd,
    tick: () => ticks.next(),
  }
  return {
    world,
    async begin() {
      ask()
      await settle()
      for (; pending.length > 0; await settle()) answerOldest(false)
      realtime.start('ines', '10')
      connect()
    },
    async run(steps: readonly Step[]) {
      for (const given of steps) {
        ;(actions[given.do] as (given: Step) => void)(given)
        await settle()
      }
    },
    /** The network and the server are well again, and time passes until nothing more is asked for. */
    async rest() {
      world.refuse(false)
      for (let round = 0; round < 12; round++) {
        ticks.next()
        connect()
        deliver(Number.POSITIVE_INFINITY)
        ticks.next()
        await settle()
        while (pending.length > 0) {
          answerOldest(false)
          await settle()
        }
      }
    },
    result: () => {
      const data = endpoint.select(arg())(store.getState()).data
      const things = world.thingsAt(world.position())
      return data && { followed: shown(data as never), fresh: expected(things, data as never) }
    },
    close() {
      realtime.stop()
      store.dispatch(api.util.resetApiState())
    },
  }
}

const converges = (way: Kept) => async (steps: readonly Step[]) => {
  const tab = openTab(way)
  await tab.begin()
  await tab.run(steps)
  await tab.rest()
  const result = tab.result()
  tab.close()
  expect(result?.followed).toBeDefined()
  expect(result?.followed).toEqual(result?.fresh)
}

describe('at rest, whatever the order in which events, answers, refetches, failures and resumes came, a fresh GET equals', () => {
  // A failure prints its seed and path: `fc.assert(…, { seed, path })` replays it.
  const runs = Number(process.env.FOLLOW_RUNS ?? 30)
  it.each(Object.entries(kept))('%s', (_name, way) =>
    fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), converges(way)), {
      numRuns: runs,
      endOnFailure: true,
    }),
  )
})
