import type { RequestError } from '../app/problem.ts'
import type { Snapshot } from './follow.ts'

export type Answered<S> = { data: S } | { error: RequestError }

/** What RTK Query's base query answers to a `queryFn`. */
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

/** How much of a list is wanted only ever grows, and lists that differ in it alone are one. Spread it into a query's definition. */
export const growing = {
  serializeQueryArgs: <Arg extends { want: number }>({ queryArgs: { want: _want, ...which } }: { queryArgs: Arg }) =>
    which,
  forceRefetch: ({ currentArg, previousArg }: Wanting): boolean => (currentArg?.want ?? 0) > (previousArg?.want ?? 0),
}

interface Paging<Row, S> {
  /** How many rows are wanted, and how many a page has. */
  want: number
  pageSize: number
  /** Returns the cached answer. */
  cached: () => S | undefined
  sort: (a: Row, b: Row) => number
  page: (offset: number) => Promise<Answered<S>>
}

/**
 * Fetches a followed list page by page. When more is wanted than before, it is fetched from where the rows end; otherwise
 * all of it anew, as far as it was loaded, so that a correction never makes the list shorter under a reader.
 */
export const fetchPages = async <Row extends { id: string }, S extends Snapshot<Row>>({
  want,
  pageSize,
  cached,
  sort,
  page,
}: Paging<Row, S>): Promise<Answered<S>> => {
  const before = cached()
  const known = before?.rows.length ?? 0
  const isMore = before?.want !== undefined && want > before.want && want > known
  let fetched: S | undefined
  for (let offset = isMore ? known : 0; offset < Math.max(want, known, 1); offset += pageSize) {
    const answer = await page(offset)
    if ('error' in answer) return answer
    fetched = after(fetched, { ...answer.data, want }, sort)
    if (answer.data.rows.length < pageSize) break
  }
  if (!fetched) throw new Error('A list has at least one page')
  // The offset counts the rows of `before`. Events since then are folded again, which repeats the refetches that were dropped while this was pending.
  return { data: after(isMore ? before : undefined, fetched, sort) }
}

/**
 * A page put after what was there. True at the earlier of the two positions: events between them fold to the same again, and change the total of
 * that position. Where a row slid past the end of a page in between, fewer rows than that are loaded, and the events fetch the list again.
 */
const after = <Row extends { id: string }, S extends Snapshot<Row>>(
  there: S | undefined,
  page: S,
  sort: (a: Row, b: Row) => number,
): S => {
  if (!there) return page
  // A row may have slid from one page to the next in the meantime.
  const rows = new Map([...there.rows, ...page.rows].map((row) => [row.id, row]))
  const first = BigInt(there.position) < BigInt(page.position) ? there : page
  const counted = 'counted' in first ? { counted: first.counted } : {}
  const total = first.total === undefined ? {} : { total: first.total }
  return { ...page, ...counted, ...total, rows: [...rows.values()].sort(sort), position: first.position }
}
