import { filter, take } from 'rxjs'
import { type AnyView, fold } from '#projections/view.ts'
import { api } from '../base/api.ts'
import type { Realtime } from './events.ts'
import { keyOf } from './history.ts'
import { type FeedItem, isVisibilityChange } from './messages.ts'

/**
 * Rows of a response, updated by later events. `position` is the log position of these rows, `last` the item folded
 * last at that position, `total` the count including rows that paging omits, `want` the number of rows requested of a
 * paged list.
 */
export interface Snapshot<Row> {
  position: string
  rows: Row[]
  total?: number
  want?: number
  last?: string
}

export interface Following<Row, Arg> {
  /** Returns true if a row belongs to the queried list. By default all do. */
  admits?: (row: Row, arg: Arg) => boolean
  sort?: (a: Row, b: Row) => number
  /**
   * The response joins more fields to each row than the view has: `true` refetches the list for a new row, an object
   * supplies the initial values.
   */
  joined?: true | object
  /** Returns true for an event that adds rows which the view cannot build: the answer is refetched. */
  refetchOn?: (item: FeedItem, arg: Arg) => boolean
}

export interface Quoting<S> {
  /**
   * For an answer that quotes items which are not its rows, as a search quotes sections: returns the answer without an
   * item that was hidden from this user, or undefined if it does not quote the item. The result is shown at once and
   * the answer is refetched.
   */
  withoutQuotes?: (snapshot: S, hiddenId: string) => Partial<S> | undefined
}

/**
 * Folds later events into a snapshot. `refetch`: these rows do not suffice to fold an event. `refetchSoon`: they may
 * not suffice, as a partly loaded list lacks some of the rows that events concern.
 */
export const advance = <Base extends { id: string }, Row extends Base, Arg, S extends Snapshot<Row>>(
  view: AnyView<Base>,
  { admits, sort, joined, withoutQuotes, refetchOn }: Following<Row, Arg> & Quoting<S>,
  snapshot: S,
  items: readonly FeedItem[],
  arg: Arg,
): { snapshot: S; refetch: boolean; refetchSoon: boolean } => {
  // An event may concern a row that is not loaded, and thereby the order of the loaded rows or the total.
  const isPartial = snapshot.total !== undefined && snapshot.rows.length < snapshot.total
  let refetchSoon = false
  let rows = snapshot.rows
  let rest = snapshot
  let refetch = false
  for (const item of items) {
    if (refetchOn?.(item, arg)) refetch = true
    refetchSoon ||= isPartial && (isVisibilityChange(item) || item.type in view.on)
    if (isVisibilityChange(item)) {
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
      const next = joined ? restoreJoinedFields(rows, belonging, joined) : belonging
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

/** Restores the joined fields of rows that existed before. */
const restoreJoinedFields = <Row extends { id: string }>(
  before: readonly Row[],
  after: readonly Row[],
  joined: true | object,
): Row[] => {
  const previous = new Map(before.map((row) => [row.id, row]))
  return after.flatMap((row) => {
    const old = previous.get(row.id)
    if (old) return [{ ...old, ...row }]
    return joined === true ? [] : [{ ...joined, ...row }]
  })
}

/** The part of RTK Query's cache lifecycle API that `follow` uses. */
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
 * Keeps a cached answer current while a component subscribes to it; spread it into a query's definition.
 *
 * Each answer carries its position, and the stream is read from there: no event is lost between a request and the
 * stream, and a response that is older than the events received is updated on arrival.
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
      // The response predates the retained events although it was read just now: an immediate request would return the
      // same one.
      realtime.aWhile().subscribe(() => fetchAgain(arg, entry))
    } else fetchAgain(arg, entry)
  }

  /** Arguments whose answers are refetched in a few seconds, once for all events until then. */
  const pending = new Set<string>()
  const fetchSoon = (arg: Arg, entry: Entry<S>) => {
    const key = JSON.stringify(arg) ?? ''
    if (pending.has(key)) return
    pending.add(key)
    realtimeOf(entry.extra)
      .aWhile()
      .subscribe(() => {
        pending.delete(key)
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
 * Repeats a failed request while an earlier answer is cached: the component shows the failure, and the cached answer
 * lacks the requested changes. `hasMissedEvents`: events arrived while the request was pending, when RTK Query drops a
 * refetch; a 4xx may predate them.
 */
export const repeatFailed = <S, Arg>(arg: Arg, entry: Entry<S>, failure: unknown, hasMissedEvents: boolean): void => {
  const repeat = () => {
    const { data, endpointName, isError } = entry.getCacheEntry()
    if (isError && data !== undefined && endpointName) entry.dispatch(refetch(endpointName, arg) as never)
  }
  if (isTransient(failure)) runOnceReconnected(entry, repeat)
  else if (hasMissedEvents) realtimeOf(entry.extra).aWhile().subscribe(repeat)
}

/** The request failed without a response or with a status that permits a retry. A query fails with `{ error }`. */
const isTransient = (failure: unknown): boolean => {
  const { status } = ((failure as { error?: object } | undefined)?.error ?? {}) as { status?: unknown }
  return typeof status === 'number' && (status === 0 || status === 429 || status >= 500)
}

/**
 * Runs once the stream is open, after a further delay, so that a server that answers nothing is not queried without
 * pause.
 */
const runOnceReconnected = ({ extra }: Pick<Entry<never>, 'extra'>, run: () => void) => {
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

/** Refetches a cached query. Endpoints are injected by features, so their names are not in the base API's type. */
export const refetch = (endpointName: string, arg: unknown) =>
  (api.endpoints as unknown as Record<string, Refetchable>)[endpointName]?.initiate(arg, {
    forceRefetch: true,
    subscribe: false,
  })

/** The store's extra argument, which `createAppStore` sets. */
export const realtimeOf = (extra: unknown): Realtime => (extra as { realtime: Realtime }).realtime
