import { Delta, delta, type Op, type Ops, opLength } from './deltas.ts'
import { pieces } from './text-compose.ts'
import { differences } from './text-differences.ts'
import type { AuthorRun } from './text-events.ts'

/** The author and time of a piece of text, to the minute. */
export interface Author {
  userId: string
  at: string
}

/**
 * While a text is folded, each character carries the index of its author as an additional attribute: authors follow
 * every change of the text, without separate bookkeeping.
 */
const mark = 'author'

const toMinute = (at: string) => (at === '' ? at : `${at.slice(0, 16)}:00.000Z`)

/** The index of an author, and the list including them. */
const numbered = (authors: readonly Author[], { userId, at }: Author): [number, readonly Author[]] => {
  const minute = toMinute(at)
  const found = authors.findLastIndex((one) => one.userId === userId && one.at === minute)
  return found >= 0 ? [found, authors] : [authors.length, [...authors, { userId, at: minute }]]
}

/** A change whose insertions carry their authors: those listed in `by`, in order, and otherwise the writer. */
export const authored = (
  authors: readonly Author[],
  ops: Ops,
  writer: Author,
  by: readonly AuthorRun[] = [],
): { ops: Ops; authors: readonly Author[] } => {
  let known = authors
  const numberOf = (author: Author) => {
    const [number, all] = numbered(known, author)
    known = all
    return number
  }
  const own = () => numberOf(writer)
  const runs = by.map((run) => ({ left: run.length, number: numberOf(run) }))
  const marked = new Delta()
  for (const op of ops) {
    // Pushes to `ops` directly: `push` would copy deeply, and only an insertion can merge with its neighbour.
    if (op.insert === undefined) marked.ops.push(op)
    else for (const [part, number] of shared(op, runs, own)) marked.insert(part, { ...op.attributes, [mark]: number })
  }
  return { ops: marked.ops, authors: known }
}

/** Splits an insertion by author. */
const shared = (
  { insert }: Op,
  runs: { left: number; number: number }[],
  own: () => number,
): [string | Record<string, unknown>, number][] => {
  if (insert === undefined) return []
  if (typeof insert !== 'string') return [[insert, taken(runs, 1)?.number ?? own()]]
  const parts: [string, number][] = []
  for (let from = 0; from < insert.length; ) {
    const run = taken(runs, insert.length - from)
    const length = run?.length ?? insert.length - from
    parts.push([insert.slice(from, from + length), run?.number ?? own()])
    from += length
  }
  return parts
}

const taken = (runs: { left: number; number: number }[], most: number) => {
  const [run] = runs
  if (!run) return undefined
  const length = Math.min(run.left, most)
  run.left -= length
  if (run.left === 0) runs.shift()
  return { length, number: run.number }
}

/** The text without author attributes. */
export const unmarked = (ops: Ops): Op[] => {
  const plain = new Delta()
  for (const { insert, attributes } of ops) {
    const { [mark]: _author, ...formats } = attributes ?? {}
    if (insert !== undefined) plain.insert(insert, formats)
  }
  return plain.ops
}

/** True if a reader whose history of a text begins at `since` may know the author and time of a run. */
export const isKnownSince = ({ userId, at }: Author, since: string): boolean =>
  userId !== '' && at !== '' && at >= since

/** Replaces the author of runs written before `since` by `copiedBy`, without a time. */
export const authorsSince = (runs: readonly AuthorRun[], since: string, copiedBy: string): AuthorRun[] =>
  runs.map((run) => (isKnownSince(run, since) ? run : { length: run.length, userId: copiedBy, at: '' }))

/** The limit of runs per event: with more, times are rounded to days; with far too many, authors are omitted. */
const mostRuns = 1_500
const merged = (runs: readonly AuthorRun[], momentOf: (at: string) => string): AuthorRun[] => {
  const together: AuthorRun[] = []
  for (const run of runs) {
    const at = momentOf(run.at)
    const last = together.at(-1)
    if (last?.userId === run.userId && last.at === at) last.length += run.length
    else together.push({ ...run, at })
  }
  return together
}
const toDay = (at: string) => (at === '' ? at : `${at.slice(0, 10)}T00:00:00.000Z`)
export const boundedRuns = (runs: AuthorRun[]): AuthorRun[] => {
  if (runs.length <= mostRuns) return runs
  const byDay = merged(runs, toDay)
  return byDay.length <= mostRuns ? byDay : []
}

/** The authors of a text, as runs of characters from its beginning. */
export const runsOf = (ops: Ops, authors: readonly Author[]): AuthorRun[] => {
  const unknownAuthor = { userId: '', at: '' }
  const runs = ops.map((op) => ({ length: opLength(op), ...(authors[Number(op.attributes?.[mark])] ?? unknownAuthor) }))
  return merged(runs, (at) => at)
}

/** The authors of the text that a change deletes. */
export const authorsDeletedBy = (marked: Ops, change: Ops, authors: readonly Author[]): AuthorRun[] => {
  const gone: Op[] = []
  const piece = pieces(marked)
  let at = 0
  for (const op of change) {
    if (op.insert !== undefined) continue
    if (op.delete !== undefined) gone.push(...piece(at, at + op.delete))
    at += opLength(op)
  }
  return runsOf(gone, authors)
}

/** The change that turns a text into another, keeping common text, with the authors of the text that it restores. */
export const changeInto = (now: Ops, then: Ops, authors: readonly Author[]): { ops: Op[]; by: AuthorRun[] } => {
  const ops = differences(delta(unmarked(now)), delta(unmarked(then)))
  const marked = delta(then)
  const back: Op[] = []
  let at = 0
  for (const op of ops) {
    if (op.delete !== undefined) continue
    if (op.insert !== undefined) back.push(...marked.slice(at, at + opLength(op)).ops)
    at += opLength(op)
  }
  return { ops, by: runsOf(back, authors) }
}
