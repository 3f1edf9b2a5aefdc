import { filter, take } from 'rxjs'
import { type AnyView, fold } from '#projections/view.ts'
import { api } from '../app/api.ts'
import type { Realtime } from './events.ts'
import { keyOf } from './history.ts'
import { type FeedItem, isSight } from './messages.ts'

/** Rows as the server answered them, kept true since: `position` is the log position they are true at, `total` counts what paging leaves out too, `want` is how far a list in pages was fetched, `last` which item was folded last of those at the position. */
export interface Snapshot<Row> {
  position: string
  rows: Row[]
  total?: number
  want?: number
  last?: string
}

export interface Following<Row, Arg> {
  /** Whether a row belongs to what was asked for. By default all do. */
  admits?: (row: Row, arg: Arg) => boolean
  sort?: (a: Row, b: Row) => number
  /** The answer joins more to each row than the view has: a row that is new here is then fetched, or has these to begin with. */
  joined?: true | object
  /** What brings rows that are not here: the answer is fetched again. */
  refetchOn?: (item: FeedItem, arg: Arg) => boolean
}

export interface Quoting<S> {
  /**
   * For an answer that quotes items which are none of its rows, as a search quotes sections: what it is without an item that was hidden from this
   * user, undefined where it does not quote the item. This takes its place at once and the answer is fetched again.
   */
  withoutQuotes?: (snapshot: S, hiddenId: string) => Partial<S> | undefined
}

/**
 * A snapshot brought forward by what has happened since; `refetch` when the truth needs more than these rows, `refetchSoon` when it may, as a
 * list that is loaded in part does not have every row that events are about.
 */
export const advance = <Base extends { id: string }, Row extends Base, Arg, S extends Snapshot<Row>>(
  view: AnyView<Base>,
  { admits, sort, joined, withoutQuotes, refetchOn }: Following<Row, Arg> & Quoting<S>,
  snapshot: S,
  items: readonly FeedItem[],
  arg: Arg,
): { snapshot: S; refetch: boolean; refetchSoon: boolean } => {
  // An event may concern a row that is not loaded: its place among the loaded ones, or the number of all.
  const isPartial = snapshot.total !== undefined && snapshot.rows.length < snapshot.total
  let refetchSoon = false
  let rows = snapshot.rows
  let rest = snapshot
  let refetch = false
  for (const item of items) {
    if (refetchOn?.(item, arg)) refetch = true
    refetchSoon ||= isPartial && (isSight(item) || item.type in view.on)
    if (isSight(item)) {
      if (item.type === 'ItemShown') refetch = true
      else if (rows.some(({ id }) => id === item.data.id)) rows = rows.filter(({ id }) => id !== item.data.id)
      else {
        const unquoted = withoutQuotes?.(rest, item.data.id)
        if (!unquoted) continue
        rest = { ...rest, ...unquoted }
        rows = unquoted.rows ?? rows
        refetch = true
      }
      continue
    }
    const folded = fold(view as AnyView<Row>, rows, item)
    if (folded !== rows) {
      const belonging = admits ? folded.filter((row) => admits(row, arg)) : folded
      const next = joined ? rejoined(rows, belonging, joined) : belonging
      if (next.length < belonging.length) refetch = true
      rows = next
    }
  }
  const latest = items.at(-1)
  const seen = latest ? { position: latest.position, last: keyOf(latest) } : {}
  if (rows === snapshot.rows) return { snapshot: { ...rest, ...seen }, refetch, refetchSoon }
  const total = snapshot.total === undefined ? {} : { total: snapshot.total + rows.length - snapshot.rows.length }
  return { snapshot: { ...rest, ...total, ...seen, rows: sort ? rows.toSorted(sort) : rows }, refetch, refetchSoon }
}

/** The rows that were known before, with what was joined to them. */
const rejoined = <Row extends { id: string }>(
  before: readonly Row[],
  after: readonly Row[],
  joined: true | object,
): Row[] => {
  const known = new Map(before.map((row) => [row.id, row]))
  return after.flatMap((row) => {
    const old = known.get(row.id)
    if (old) return [{ ...old, ...row }]
    return joined === true ? [] : [{ ...joined, ...row }]
  })
}

/** What `follow` needs of RTK Query's life cycle. */
export interface Entry<S> {
  extra: unknown
  dispatch: (action: never) => unknown
  getCacheEntry: () => {
    data?: S | undefined
    endpointName?: string | undefined
    originalArgs?: unknown
    isError?: boolean
  }
  updateCachedData: (recipe: (draft: S) => S) => unknown
}

/**
 * Keeps a cached answer true for as long as someone is looking at it; spread it into a query's definition.
 *
 * Each answer carries its position, and the stream is read from there: nothing falls between a fetch and the stream, and
 * a fetch that crossed newer events on its way is brought forward when it arrives.
 */
export const follow = <Base extends { id: string }, Row extends Base, Arg, S extends Snapshot<Row> = Snapshot<Row>>(
  view: AnyView<Base>,
  following: Following<Row, Arg> & Quoting<S> = {},
) => {
  const catchUp = (arg: Arg, entry: Entry<S>, isFresh: boolean) => {
    const { data, endpointName } = entry.getCacheEntry()
    if (!data || !endpointName) return
    const realtime = realtimeOf(entry.extra)
    const items = realtime.after(data.position, data.last)
    if (items?.length === 0) return
    if (items) {
      const { snapshot, refetch: isIncomplete, refetchSoon } = advance(view, following, data, items, arg)
      entry.updateCachedData(() => snapshot)
      if (isIncomplete) entry.dispatch(refetch(endpointName, arg) as never)
      else if (refetchSoon) fetchSoon(arg, entry)
    } else if (isFresh) {
      // The response predates the remembered events although it was read just now: a request sent at once would get the same one.
      realtime.aWhile().subscribe(() => fetchAgain(arg, entry))
    } else fetchAgain(arg, entry)
  }

  /** Arguments whose answers are fetched again in some seconds, once for all events until then. */
  const waiting = new Set<string>()
  const fetchSoon = (arg: Arg, entry: Entry<S>) => {
    const key = JSON.stringify(arg) ?? ''
    if (waiting.has(key)) return
    waiting.add(key)
    realtimeOf(entry.extra)
      .aWhile()
      .subscribe(() => {
        waiting.delete(key)
        fetchAgain(arg, entry)
      })
  }
  const fetchAgain = (arg: Arg, entry: Entry<S>) => {
    const { data, endpointName } = entry.getCacheEntry()
    if (data && endpointName) entry.dispatch(refetch(endpointName, arg) as never)
  }

  return {
    async onCacheEntryAdded(
      arg: Arg,
      entry: Entry<S> & { cacheDataLoaded: PromiseLike<unknown>; cacheEntryRemoved: PromiseLike<void> },
    ) {
      const changes = realtimeOf(entry.extra).changed$.subscribe(() => catchUp(arg, entry, false))
      await entry.cacheEntryRemoved
      changes.unsubscribe()
    },
    async onQueryStarted(arg: Arg, entry: Entry<S> & { queryFulfilled: PromiseLike<unknown> }) {
      const realtime = realtimeOf(entry.extra)
      let hasMissedEvents = false
      const missed = realtime.items$.subscribe(() => {
        hasMissedEvents = true
      })
      await entry.queryFulfilled.then(
        () => catchUp(arg, entry, true),
        (failure: unknown) => repeatFailed(arg, entry, failure, hasMissedEvents),
      )
      missed.unsubscribe()
    },
  }
}

/**
 * Repeats a failed request whose answer is cached from before: the component shows the failure, and the cached answer lacks what the request was
 * to bring. `hasMissedEvents`: events arrived while it was pending, when RTK Query drops a refetch; a refusal may predate them.
 */
export const repeatFailed = <S, Arg>(arg: Arg, entry: Entry<S>, failure: unknown, hasMissedEvents: boolean): void => {
  const repeat = () => {
    const { data, endpointName, isError } = entry.getCacheEntry()
    if (isError && data !== undefined && endpointName) entry.dispatch(refetch(endpointName, arg) as never)
  }
  if (isPassing(failure)) onceBack(entry, repeat)
  else if (hasMissedEvents) realtimeOf(entry.extra).aWhile().subscribe(repeat)
}

/** No answer came, or one that says to come again. A query fails with `{ error }`. */
const isPassing = (failure: unknown): boolean => {
  const { status } = ((failure as { error?: object } | undefined)?.error ?? {}) as { status?: unknown }
  return typeof status === 'number' && (status === 0 || status === 429 || status >= 500)
}

/** Runs once the stream stands, and a while later than that: who does not answer is not asked without pause. */
const onceBack = ({ extra }: Pick<Entry<never>, 'extra'>, run: () => void) => {
  const { status$, aWhile } = realtimeOf(extra)
  status$
    .pipe(
      filter((status) => status === 'open'),
      take(1),
    )
    .subscribe(() => aWhile().subscribe(run))
}

interface Refetchable {
  initiate(arg: unknown, options: { forceRefetch: true; subscribe: false }): unknown
}

/** Asks again for what is cached. Endpoints are injected by features, so their names are not in the base's type. */
export const refetch = (endpointName: string, arg: unknown) =>
  (api.endpoints as unknown as Record<string, Refetchable>)[endpointName]?.initiate(arg, {
    forceRefetch: true,
    subscribe: false,
  })

/** The store's extra argument, put there by `createAppStore`. */
export const realtimeOf = (extra: unknown): Realtime => (extra as { realtime: Realtime }).realtime
