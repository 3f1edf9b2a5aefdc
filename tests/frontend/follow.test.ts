import { Subject, take } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import { api } from '../../frontend/src/base/api.ts'
import { requestError } from '../../frontend/src/base/problem.ts'
import { advance, type Following, follow, type Quoting, type Snapshot } from '../../frontend/src/realtime/follow.ts'
import type { FeedItem } from '../../frontend/src/realtime/messages.ts'
import { createAppStore } from '../../frontend/src/realtime/store.ts'
import { ended, gone, made, renamed, shown, type Thing, thingsView } from './feed.ts'
import { hello, type RealtimeOptions, realtimeOverSubjects } from './sockets.ts'

const snapshot = (...ids: string[]): Snapshot<Thing> => ({
  position: '10',
  rows: ids.map((id) => ({ id, name: id })),
  total: ids.length,
})
const after = (
  given: Snapshot<Thing>,
  items: FeedItem[],
  following: Following<Thing, string> & Quoting<Snapshot<Thing>> = {},
) => advance(thingsView, following, given, items, 'arg')
const ids = ({ rows }: Snapshot<Thing>) => rows.map(({ id }) => id)

describe('bringing a snapshot forward', () => {
  it('folds events as the server does, and moves the position', () => {
    const { snapshot: next, refetch } = after(snapshot('a', 'b'), [
      made(11, 'c'),
      renamed(12, 'A', 'a'),
      ended(13, 'b'),
    ])
    expect(next).toMatchObject({
      position: '13',
      rows: [
        { id: 'a', name: 'A' },
        { id: 'c', name: 'c' },
      ],
      total: 2,
    })
    expect(refetch).toBe(false)
  })

  it('counts what came and went, beyond the rows of this page', () => {
    expect(after({ ...snapshot('a', 'b'), total: 312 }, [made(11, 'c'), made(12, 'd')]).snapshot.total).toBe(314)
  })

  it('admits what was asked for and no other', () => {
    const { snapshot: next } = after(snapshot('a'), [made(11, 'b', 'no'), renamed(12, 'no', 'a')], {
      admits: ({ name }) => name !== 'no',
    })
    expect(next.rows).toEqual([])
    expect(next.total).toBe(0)
  })

  it('keeps the order that was asked for', () => {
    const { snapshot: next } = after(snapshot('b', 'd'), [made(11, 'c'), made(12, 'a')], {
      sort: (one, other) => one.name.localeCompare(other.name),
    })
    expect(ids(next)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('drops what is gone without being told its content', () => {
    const { snapshot: next, refetch } = after(snapshot('a', 'b'), [gone(11, 'a'), gone(12, 'unknown')])
    expect(ids(next)).toEqual(['b'])
    expect([next.total, refetch]).toEqual([1, false])
  })

  it('fetches again what begins to be visible', () => {
    expect(after(snapshot('a'), [shown(11, 'b')]).refetch).toBe(true)
  })

  it('fetches again after events that rows alone cannot follow', () => {
    const following = { refetchOn: ({ type }: FeedItem) => type === 'CollectionDeleted' }
    expect(after(snapshot('a'), [ended(11, 'other')], following).refetch).toBe(true)
    expect(after(snapshot('a'), [renamed(11, 'A', 'a')], following).refetch).toBe(false)
  })

  it('removes every row and fetches again when an item is gone that the answer may quote', () => {
    const quoting = after(snapshot('a', 'b'), [gone(11, 'section')], { withoutQuotes: () => ({ rows: [] }) })
    expect([ids(quoting.snapshot), quoting.refetch]).toEqual([[], true])
    const own = after(snapshot('a', 'b'), [gone(11, 'a')], { withoutQuotes: () => ({ rows: [] }) })
    expect([ids(own.snapshot), own.refetch]).toEqual([['b'], false])
  })

  it('may fetch again when something else is gone, as when what hung below it comes to hang here', () => {
    const following = { refetchOn: ({ type }: FeedItem) => type === 'ItemGone' }
    expect(after(snapshot('a'), [gone(11, 'elsewhere')], following).refetch).toBe(true)
  })

  it('keeps what the answer joined to a row, and fetches rows that are new where rows are joined', () => {
    const joined = { position: '10', rows: [{ id: 'a', name: 'a', members: 5 }] }
    const next = advance(thingsView, { joined: true }, joined, [renamed(11, 'A', 'a'), made(12, 'b')], 'arg')
    expect(next.snapshot.rows).toEqual([{ id: 'a', name: 'A', members: 5 }])
    expect(next.refetch).toBe(true)
  })

  it('leaves the rows themselves alone when nothing concerns them', () => {
    const given = snapshot('a')
    const { snapshot: next } = after(given, [renamed(11, 'B', 'b')])
    expect(next.rows).toBe(given.rows)
    expect(next.position).toBe('11')
  })
})

type Response = { data: Snapshot<Thing> } | { error: ReturnType<typeof requestError> }

/** A store whose query is answered by the test, request by request. */
const heldQuery = (name: string) => {
  const { realtime, last } = realtimeOverSubjects()
  const store = createAppStore(realtime)
  const requests: ((response: Response) => void)[] = []
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<Snapshot<Thing>, string>({
        queryFn: () => new Promise<Response>((resolve) => requests.push(resolve)),
        ...follow<Thing, Thing, string>(thingsView),
      }),
    }),
  })
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`No endpoint ${name}`)
  const rows = () => endpoint.select('arg')(store.getState()).data
  return { realtime, socket: last, requests, rows, open: () => store.dispatch(endpoint.initiate('arg')) }
}

/** A store whose query answers what `answers` holds then, one after another; the last one again and again. */
const followed = (name: string, ...given: (Snapshot<Thing> | RealtimeOptions)[]) => {
  const answers = given.filter((each): each is Snapshot<Thing> => 'rows' in each)
  const { realtime, last } = realtimeOverSubjects(given.find((each): each is RealtimeOptions => 'wait' in each))
  const store = createAppStore(realtime)
  let asked = 0
  const failures: number[] = []
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [name]: build.query<Snapshot<Thing>, string>({
        async queryFn() {
          const status = failures.shift()
          if (status !== undefined) return { error: requestError(status, null) }
          return { data: answers[Math.min(asked++, answers.length - 1)] as Snapshot<Thing> }
        },
        ...follow<Thing, Thing, string>(thingsView),
      }),
    }),
  })
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`No endpoint ${name}`)
  const rows = () => endpoint.select('arg')(store.getState()).data
  const open = (forceRefetch = false) => store.dispatch(endpoint.initiate('arg', { forceRefetch }))
  return { realtime, socket: last, rows, open, failures, asked: () => asked }
}

describe('a followed query', () => {
  it('is moved by events as they come', async () => {
    const { realtime, socket, rows, open } = followed('live', snapshot('a'))
    realtime.start('ines', '10')
    await open()
    socket().next(made(11, 'b'))
    socket().next(renamed(12, 'A', 'a'))
    expect(rows()?.rows).toEqual([
      { id: 'a', name: 'A' },
      { id: 'b', name: 'b' },
    ])
    expect(rows()?.position).toBe('12')
  })

  it('misses nothing that came between its snapshot and its arrival', async () => {
    const { realtime, socket, rows, open } = followed('late', snapshot('a'))
    realtime.start('ines', '5')
    socket().next(made(8, 'before', 'is in the snapshot already'))
    socket().next(made(11, 'b'))
    await open()
    await vi.waitFor(() => expect(rows()?.rows.map(({ id }) => id)).toEqual(['a', 'b']))
  })

  it('is brought forward again when a refetch that was older arrives', async () => {
    const { realtime, socket, rows, open } = followed('refetched', snapshot('a'), snapshot('a'))
    realtime.start('ines', '10')
    await open()
    socket().next(made(11, 'b'))
    await open(true)
    await vi.waitFor(() => expect(rows()?.rows.map(({ id }) => id)).toEqual(['a', 'b']))
  })

  it('fetches again when the stream began too late for it', async () => {
    const { realtime, rows, open, asked } = followed('behind', snapshot('a'), { ...snapshot('a', 'b'), position: '20' })
    await open()
    realtime.start('ines', '20')
    await vi.waitFor(() => expect(rows()?.rows.map(({ id }) => id)).toEqual(['a', 'b']))
    expect(asked()).toBe(2)
  })

  it('fetches again what begins to be visible', async () => {
    const { realtime, socket, rows, open } = followed('shown', snapshot('a'), { ...snapshot('a', 'b'), position: '11' })
    realtime.start('ines', '10')
    await open()
    socket().next(shown(11, 'b'))
    await vi.waitFor(() => expect(rows()?.rows.map(({ id }) => id)).toEqual(['a', 'b']))
  })

  it('takes what comes later at a position that it has seen, as when something is changed and so begins to be visible', async () => {
    const { realtime, socket, rows, open } = followed('split', snapshot('a'), { ...snapshot('a', 'b'), position: '11' })
    realtime.start('ines', '10')
    await open()
    socket().next(renamed(11, 'B', 'b'))
    socket().next(shown(11, 'b'))
    await vi.waitFor(() => expect(rows()?.rows.map(({ id }) => id)).toEqual(['a', 'b']))
  })

  it.each([0, 503])('is fetched when there is an answer again, if fetching anew failed with %s', async (status) => {
    const lost = followed(`lost ${status}`, snapshot('a'), { ...snapshot('a', 'b'), position: '11' })
    const { realtime, socket, rows, open, failures } = lost
    realtime.start('ines', '10')
    await open()
    failures.push(status, status)
    socket().next(shown(11, 'b'))
    socket().error(new Error('The server is gone'))
    await vi.waitFor(() => expect(failures).toEqual([status]))
    expect(rows()?.rows.map(({ id }) => id)).toEqual(['a'])
    socket().next(hello('11'))
    await vi.waitFor(() => expect(rows()?.rows.map(({ id }) => id)).toEqual(['a', 'b']))
  })

  it('is not fetched for ever when fetching is refused', async () => {
    const { realtime, socket, open, failures, asked } = followed('refused', snapshot('a'))
    realtime.start('ines', '10')
    await open()
    failures.push(404, 404)
    socket().next(hello('10'))
    socket().next(shown(11, 'b'))
    await vi.waitFor(() => expect(failures).toEqual([404]))
    await new Promise(setImmediate)
    expect([failures, asked()]).toEqual([[404], 1])
  })

  it('requests again after a pause when the response predates the remembered events', async () => {
    const pauses = new Subject<void>()
    const behind = { ...snapshot('a'), position: '10' }
    const current = { ...snapshot('a', 'b'), position: '20' }
    const { realtime, open, asked, rows } = followed(
      'stale',
      { wait: () => pauses.pipe(take(1)) },
      behind,
      behind,
      current,
    )
    await open()
    realtime.start('ines', '20')
    await vi.waitFor(() => expect(asked()).toBe(2))
    await new Promise(setImmediate)
    expect(asked()).toBe(2)
    pauses.next()
    await vi.waitFor(() => expect(rows()?.rows.map(({ id }) => id)).toEqual(['a', 'b']))
  })

  it('requests again what was refused while the event arrived that brings it', async () => {
    const { realtime, socket, open, requests, rows } = heldQuery('refused before')
    realtime.start('ines', '10')
    const opening = open()
    requests.shift()?.({ data: snapshot('a') })
    await opening
    socket().next(shown(11, 'folder'))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    socket().next(shown(12, 'b'))
    requests.shift()?.({ error: requestError(404, null) })
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    requests.shift()?.({ data: { ...snapshot('a', 'b'), position: '12' } })
    await vi.waitFor(() => expect(rows()?.rows.map(({ id }) => id)).toEqual(['a', 'b']))
  })
})
