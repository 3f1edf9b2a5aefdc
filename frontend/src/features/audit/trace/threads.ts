import type { TraceAnswer, TracedGrant, TracedHold } from '#domain/ledger-answers.ts'

/** Above this number, one thread represents several. */
const mostThreads = 60
/** The most ends; the others are merged. */
const mostEnds = 6

export const size = { width: 384, left: 118, box: 178, boxEnd: 212, end: 262, square: 46, row: 54, top: 16 }

/** The end of a thread: the result of one hold. */
export interface End {
  id: string
  credits: number
  y: number
  hold: TracedHold | null
  /** The number of holds it represents. */
  count: number
  /** `later`: not even held yet, at the moment. */
  state: 'captured' | 'released' | 'held' | 'later'
}

export interface Strand {
  id: string
  into: string
  out: string
  state: End['state']
}

export interface Loom {
  height: number
  /** The number of credits per thread. */
  per: number
  credits: number
  grants: { grant: TracedGrant; credits: number; y: number }[]
  ends: End[]
  strands: Strand[]
  box: { y: number; height: number }
}

const stateOf = ({ entry, outcome }: TracedHold, isPast: (position: string) => boolean): End['state'] => {
  if (!isPast(entry.position)) return 'later'
  return outcome && isPast(outcome.entry.position) ? outcome.as : 'held'
}

/** Open holds come last. */
const endedAt = ({ outcome }: TracedHold) => outcome?.entry.entry ?? Number.POSITIVE_INFINITY

/** The ends: the holds in the order of their results, the surplus merged into one. */
const endsOf = (holds: readonly TracedHold[], isPast: (position: string) => boolean) => {
  const inOrder = holds.toSorted((a, b) => endedAt(a) - endedAt(b))
  const shown = holds.length > mostEnds ? inOrder.slice(0, mostEnds - 1) : inOrder
  const rest = inOrder.slice(shown.length)
  const ends = shown.map((hold) => ({
    id: hold.holdId,
    hold,
    holds: [hold],
    credits: hold.credits,
    state: stateOf(hold, isPast),
  }))
  if (rest.length === 0) return ends
  const credits = rest.reduce((sum, hold) => sum + hold.credits, 0)
  return [...ends, { id: 'rest', hold: null, holds: rest, credits, state: 'captured' as const }]
}

interface Share {
  /** Index of its end. */
  end: number
  state: End['state']
  grantId: string
  credits: number
}
type Thread = Share & { n: number }

/** Merges the shares between one grant and one end. */
const mergeShares = (shares: readonly Share[]): Share[] => {
  const byKey = new Map<string, Share>()
  for (const share of shares) {
    const key = `${share.end} ${share.grantId}`
    const before = byKey.get(key)
    byKey.set(key, before ? { ...before, credits: before.credits + share.credits } : share)
  }
  return [...byKey.values()]
}

/** So many places a pitch apart, around a middle. */
const around = (middle: number, count: number, pitch: number) => (k: number) => middle + (k - (count - 1) / 2) * pitch

/** Positions of the grants at the left, with space for three lines of text each, and the starts of their threads. */
const leftOf = (grants: readonly TracedGrant[], threads: readonly Thread[], middle: number, pitch: number) => {
  const bundles = grants
    .map((grant) => ({ grant, own: threads.filter(({ grantId }) => grantId === grant.grantId) }))
    .filter(({ own }) => own.length > 0)
    .map((bundle) => ({ ...bundle, height: Math.max(58, bundle.own.length * pitch + 10) }))
  const total = bundles.reduce((sum, { height }) => sum + height, 0)
  const begins = new Map<number, number>()
  let top = middle - total / 2
  const placed = bundles.map(({ grant, own, height }) => {
    const y = top + height / 2
    const place = around(y, own.length, pitch)
    for (const [k, { n }] of own.entries()) begins.set(n, place(k))
    top += height
    return { grant, y }
  })
  return { placed, begins }
}

/**
 * Lays credits out as threads from their grants through holds to results. `isPast` returns true for an event before the
 * moment: later results count as held.
 */
export const layOutThreads = ({ grants, holds }: TraceAnswer, isPast: (position: string) => boolean): Loom => {
  const ends = endsOf(holds, isPast)
  const credits = ends.reduce((sum, end) => sum + end.credits, 0)
  const per = Math.max(1, Math.ceil(credits / mostThreads))
  const shares = mergeShares(
    ends.flatMap((end, n) =>
      end.holds.flatMap(({ from }) => from.map((share) => ({ end: n, state: end.state, ...share }))),
    ),
  )
  // At least one thread, so that every share is visible.
  const threads = shares
    .flatMap((share) => Array.from({ length: Math.max(1, Math.round(share.credits / per)) }, () => share))
    .map((share, n): Thread => ({ ...share, n }))
  const pitch = Math.min(3, 132 / Math.max(1, threads.length))
  const rows = Math.max(3, ends.length)
  const middle = size.top + (rows * size.row - 8) / 2
  const boxHeight = Math.max(46, threads.length * pitch + 10)
  const { placed, begins } = leftOf(grants, threads, middle, pitch)
  const inBox = around(middle, threads.length, pitch)

  const strands = ends.flatMap((_, end) => {
    const own = threads.filter((thread) => thread.end === end)
    const centre = size.top + end * size.row + size.square / 2
    const arrives = around(centre, own.length, Math.min(4.4, (size.square - 10) / Math.max(1, own.length - 1)))
    return own.map(({ n, state }, k): Strand => {
      const [left, box, right] = [begins.get(n) ?? middle, inBox(n), arrives(k)].map(rounded)
      return {
        id: String(n),
        state,
        into: `M${size.left} ${left}C150 ${left} 146 ${box} ${size.box} ${box}`,
        out: `M${size.boxEnd} ${box}C236 ${box} 238 ${right} ${size.end} ${right}`,
      }
    })
  })
  return {
    per,
    credits,
    strands,
    height: size.top + rows * size.row + 34,
    box: { y: middle - boxHeight / 2, height: boxHeight },
    grants: placed.map(({ grant, y }) => ({ grant, y, credits: sharedBy(shares, grant.grantId) })),
    ends: ends.map(({ holds: own, ...end }, n) => ({ ...end, count: own.length, y: size.top + n * size.row })),
  }
}

const sharedBy = (shares: readonly Share[], grantId: string): number =>
  shares.reduce((sum, share) => (share.grantId === grantId ? sum + share.credits : sum), 0)

const rounded = (value: number) => Math.round(value * 10) / 10
