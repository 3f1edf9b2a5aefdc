import fc from 'fast-check'
import { Subject, take } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { collectionEvents } from '#domain/collections.ts'
import { view } from '#projections/view.ts'
import { api } from '../../frontend/src/app/api.ts'
import { requestError } from '../../frontend/src/app/problem.ts'
import { createAppStore } from '../../frontend/src/app/store.ts'
import { createRealtime } from '../../frontend/src/realtime/events.ts'
import { follow, type Snapshot } from '../../frontend/src/realtime/follow.ts'
import { type FeedItem, isOneOf } from '../../frontend/src/realtime/messages.ts'
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

interface Thing extends Row {
  isVisible: boolean
}
/** The log: at each position the state of all things, and what the feed says of it. */
const createWorld = () => {
  let things: readonly Thing[] = ['a', 'b', 'c'].map((id) => ({ id, name: id, parent: opened, isVisible: true }))
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
    rowsAt: (at: number): Row[] =>
      (states.get(at) ?? [])
        .filter((thing) => thing.isVisible && thing.parent === opened)
        .map(({ id, name, parent }) => ({ id, name, parent })),
    isRefusedAt: (at: number) => refusals.get(at) ?? false,
    rename: (id: string) =>
      append(change(id, { name: `${id}${position}` }), (at) =>
        isVisible(id) ? event(at, 'CollectionRenamed', { collectionId: id, name: `${id}${at - 1}` }) : undefined,
      ),
    move: (id: string, parent: string) =>
      append(change(id, { parent }), (at) =>
        isVisible(id) ? event(at, 'CollectionMoved', { collectionId: id, parentCollectionId: parent }) : undefined,
      ),
    show: (id: string, toShow: boolean) => {
      if (isVisible(id) === toShow) return
      append(change(id, { isVisible: toShow }), (at) => (toShow ? shown(at, id) : gone(at, id)))
    },
    /** The folder goes into the Trash, and comes back: until then its list is answered by 404. */
    refuse: (toRefuse: boolean) => {
      if (isRefused === toRefuse) return
      isRefused = toRefuse
      append(things, (at) => event(at, toRefuse ? 'CollectionDeleted' : 'CollectionRestored', { collectionId: opened }))
    },
    /** Others work elsewhere, until this tab has forgotten what it heard first. */
    crowd: () => {
      for (let n = 0; n < crowdOfItems; n++)
        append(things, (at) => event(at, 'CollectionRenamed', { collectionId: 'elsewhere', name: 'x' }))
    },
  }
}

const id = fc.constantFrom('a', 'b', 'c')
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
  { weight: 3, arbitrary: fc.constant({ do: 'tick' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'crowd' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

let queries = 0

/** One tab of the real store and stream over a socket and a server that the steps hold in their hands. */
const openTab = () => {
  const world = createWorld()
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
    resolve: (answer: { data: Snapshot<Row> } | { error: ReturnType<typeof requestError> }) => void
  }
  const pending: Pending[] = []
  const name = `converges${queries++}`
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<Snapshot<Row>, string>({
        queryFn: () => new Promise((resolve) => pending.push({ readAt: undefined, resolve })) as never,
        ...follow<Row, Row, string>(rowsView, {
          joined: true,
          admits: ({ parent }) => parent === opened,
          sort: (one, other) => (one.id < other.id ? -1 : 1),
          refetchOn: (item) =>
            isOneOf(item, ['CollectionRestored']) ||
            (item.type === 'CollectionMoved' && item.data.parentCollectionId === opened),
        }),
      }),
    }),
  })
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`No endpoint ${name}`)
  const store = createAppStore(realtime)
  const ask = () => void store.dispatch(endpoint.initiate('arg', { forceRefetch: true }))
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
    else request.resolve({ data: { position: String(at), rows: world.rowsAt(at) } })
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
    crowd: world.crowd,
    tick: () => ticks.next(),
  }
  return {
    world,
    async begin() {
      ask()
      await settle()
      answerOldest(false)
      await settle()
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
    rows: () => endpoint.select('arg')(store.getState()).data?.rows,
    close() {
      realtime.stop()
      store.dispatch(api.util.resetApiState())
    },
  }
}

const converges = async (steps: readonly Step[]) => {
  const tab = openTab()
  await tab.begin()
  await tab.run(steps)
  await tab.rest()
  const [followed, fresh] = [tab.rows(), tab.world.rowsAt(tab.world.position())]
  tab.close()
  expect(followed).toEqual(fresh)
}

describe('a followed query at rest', () => {
  // A failure prints its seed and path: `fc.assert(…, { seed, path })` replays it.
  const runs = Number(process.env.FOLLOW_RUNS ?? 60)
  it('equals a fresh GET, in whatever order events, answers, refetches, failures and resumes came', () =>
    fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), converges), { numRuns: runs, endOnFailure: true }))
})
