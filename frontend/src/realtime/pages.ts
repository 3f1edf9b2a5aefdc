import type { RequestError } from '../base/problem.ts'
import type { Snapshot } from './follow.ts'

export type Answered<S> = { data: S } | { error: RequestError }

/** The result of RTK Query's base query for a `queryFn`. */
interface Answer {
  data?: unknown
  error?: RequestError | undefined
  meta?: { position: string | null } | undefined
}
export type Request = (args: { url: string; params: Record<string, string | number> }) => Answer | PromiseLike<Answer>

interface Wanting {
  currentArg: { want: number } | undefined
  previousArg: { want: number } | undefined
}

/**
 * Caches lists that differ in `want` as one, which grows when more rows are requested. Spread it into a query's
 * definition.
 */
export const growing = {
  serializeQueryArgs: <Arg extends { want: number }>({ queryArgs: { want: _want, ...which } }: { queryArgs: Arg }) =>
    which,
  forceRefetch: ({ currentArg, previousArg }: Wanting): boolean => (currentArg?.want ?? 0) > (previousArg?.want ?? 0),
}

interface Paging<Row, S> {
  /** The number of requested rows; `pageSize` is the number of rows per request. */
  want: number
  pageSize: number
  /** Returns the cached answer. */
  cached: () => S | undefined
  sort: (a: Row, b: Row) => number
  page: (offset: number) => Promise<Answered<S>>
}

/**
 * Fetches a followed list page by page. If more rows are requested than before, only the missing pages are fetched;
 * otherwise all loaded pages are refetched, so that a correction never shortens the list while it is read.
 */
export const fetchPages = async <Row extends { id: string }, S extends Snapshot<Row>>({
  want,
  pageSize,
  cached,
  sort,
  page,
}: Paging<Row, S>): Promise<Answered<S>> => {
  const before = cached()
  const loaded = before?.rows.length ?? 0
  const isMore = before?.want !== undefined && want > before.want && want > loaded
  let fetched: S | undefined
  for (let offset = isMore ? loaded : 0; offset < Math.max(want, loaded, 1); offset += pageSize) {
    const answer = await page(offset)
    if ('error' in answer) return answer
    fetched = appendPage(fetched, { ...answer.data, want }, sort)
    if (answer.data.rows.length < pageSize) break
  }
  if (!fetched) throw new Error('A list has at least one page')
  // The offset counts the rows of `before`. Events since then are folded again, which repeats the refetches that RTK
  // Query dropped while this request was pending.
  return { data: appendPage(isMore ? before : undefined, fetched, sort) }
}

/**
 * Appends a page. The result has the earlier of both positions: events between them fold idempotently and correct that
 * position's total. If a row moved past the end of a page in between, fewer rows than that are loaded and the events
 * cause a refetch.
 */
const appendPage = <Row extends { id: string }, S extends Snapshot<Row>>(
  loaded: S | undefined,
  page: S,
  sort: (a: Row, b: Row) => number,
): S => {
  if (!loaded) return page
  // A row may have moved from one page to the next in between.
  const rows = new Map([...loaded.rows, ...page.rows].map((row) => [row.id, row]))
  const first = BigInt(loaded.position) < BigInt(page.position) ? loaded : page
  const counted = 'counted' in first ? { counted: first.counted } : {}
  const total = first.total === undefined ? {} : { total: first.total }
  return { ...page, ...counted, ...total, rows: [...rows.values()].sort(sort), position: first.position }
}
