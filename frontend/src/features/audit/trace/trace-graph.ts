import type { TraceAnswer, TracedGrant, TracedHold, TracedTakeBack } from '#domain/ledger-answers.ts'
import type { GraphLink, GraphNode, LinkTone } from '../../../ui/LayeredGraph.tsx'

/** Above this number, one thread represents several credits. */
const mostThreads = 60
/** Maximum number of holds that are drawn; surplus holds are merged into the last one. */
const mostHolds = 6
/** Pixels between two threads, and between the outer threads of a node and its border. */
const widestPitch = 3
const air = 10

/** The state of a hold at the moment. `later`: the hold is later than the moment. */
export type HoldState = 'captured' | 'released' | 'held' | 'later'

/** A hold, or all surplus holds merged into one, whose `hold` is null. */
export interface DrawnHold {
  id: string
  hold: TracedHold | null
  /** The number of holds it represents. */
  count: number
  credits: number
  state: HoldState
}

export type TraceNode = GraphNode &
  (
    | { kind: 'grant'; grant: TracedGrant; credits: number }
    | { kind: 'hold' | 'end'; drawn: DrawnHold }
    | { kind: 'take-back'; takeBack: TracedTakeBack; isLater: boolean }
  )

export interface TraceGraph {
  /** The number of credits per thread. */
  per: number
  nodes: TraceNode[]
  links: GraphLink[]
}

/** Texts of the nodes, for screen readers and tooltips. */
export interface TraceWords {
  grant(grant: TracedGrant, credits: number): string
  hold(drawn: DrawnHold): string
  end(drawn: DrawnHold): string
  takeBack(takeBack: TracedTakeBack): string
}

const stateOf = ({ entry, outcome }: TracedHold, isPast: (position: string) => boolean): HoldState => {
  if (!isPast(entry.position)) return 'later'
  return outcome && isPast(outcome.entry.position) ? outcome.as : 'held'
}

/** Returns the number of the entry that ended a hold, as its sort key; open holds are last. */
const endedAt = ({ outcome }: TracedHold) => outcome?.entry.entry ?? Number.POSITIVE_INFINITY

type Group = DrawnHold & { holds: readonly TracedHold[] }

/** Returns the holds in the order in which they ended, with surplus ones merged into a last group. */
const groupsOf = (holds: readonly TracedHold[], isPast: (position: string) => boolean): Group[] => {
  const inOrder = holds.toSorted((a, b) => endedAt(a) - endedAt(b))
  const shown = holds.length > mostHolds ? inOrder.slice(0, mostHolds - 1) : inOrder
  const rest = inOrder.slice(shown.length)
  const groups = shown.map((hold): Group => {
    const { holdId: id, credits } = hold
    return { id, hold, holds: [hold], count: 1, credits, state: stateOf(hold, isPast) }
  })
  if (rest.length === 0) return groups
  const credits = rest.reduce((sum, hold) => sum + hold.credits, 0)
  return [...groups, { id: 'rest', hold: null, holds: rest, count: rest.length, credits, state: 'captured' }]
}

/** Returns the number of credits from each grant in a group of holds, by grant id. */
const sharesOf = ({ holds }: Group): Map<string, number> => {
  const shares = new Map<string, number>()
  for (const { grantId, credits } of holds.flatMap(({ from }) => from))
    shares.set(grantId, (shares.get(grantId) ?? 0) + credits)
  return shares
}

const tones: Record<HoldState, { into: LinkTone; out: LinkTone }> = {
  captured: { into: 'lit', out: 'lit' },
  released: { into: 'lit', out: 'back' },
  held: { into: 'lit', out: 'dashed' },
  later: { into: 'dashed', out: 'dashed' },
}

const grantNode = (grantId: string) => `grant ${grantId}`
const single = { thickness: 6 }

/** Creates links from grants to their holds and from holds to their results, and from released credits back to their grants. */
const linksOfHolds = (groups: readonly Group[], threadsOf: (credits: number) => number, pitch: number): GraphLink[] =>
  groups.flatMap((group) => {
    const { into, out } = tones[group.state]
    const [hold, end] = [`hold ${group.id}`, `end ${group.id}`]
    const shares = [...sharesOf(group)].map(([grantId, credits]) => ({ grantId, threads: threadsOf(credits) }))
    const threads = shares.reduce((sum, share) => sum + share.threads, 0)
    const arriving = shares.map(
      ({ grantId, threads }): GraphLink => ({
        source: grantNode(grantId),
        target: hold,
        tone: into,
        threads,
        thickness: threads * pitch,
      }),
    )
    const leaving: GraphLink = { source: hold, target: end, tone: out, threads, thickness: threads * pitch }
    const back = group.hold?.outcome?.as === 'released' ? shares : []
    return [
      ...arriving,
      leaving,
      ...back.map(
        ({ grantId }): GraphLink => ({
          source: end,
          target: grantNode(grantId),
          tone: group.state === 'released' ? 'back' : 'dashed',
          isBack: true,
          thickness: single.thickness,
        }),
      ),
    ]
  })

/** Creates links to a take-back from its grant and from the grants that settled its debt, and back to grants for given-back credits. */
const linksOfTakeBacks = (takeBacks: readonly TracedTakeBack[]): GraphLink[] =>
  takeBacks.flatMap(({ takeBackId, grantId, settled, givenBack }) => {
    const node = `take-back ${takeBackId}`
    const sources = new Set([grantId, ...settled.map((share) => share.grantId)])
    return [
      ...[...sources].map(
        (source): GraphLink => ({
          source: grantNode(source),
          target: node,
          tone: 'loss',
          thickness: single.thickness,
        }),
      ),
      ...(givenBack?.to ?? []).map(
        ({ grantId: to }): GraphLink => ({
          source: node,
          target: grantNode(to),
          tone: 'back',
          isBack: true,
          thickness: single.thickness,
        }),
      ),
    ]
  })

/** Returns the height of a node in pixels, with room for its links one below the other. */
const heightFor = (id: string, links: readonly GraphLink[], least: number): number => {
  const heightOf = (own: readonly GraphLink[]) => own.reduce((sum, { thickness = 0 }) => sum + thickness + 4, 0) + air
  const sideways = links.filter(({ isBack }) => !isBack)
  return Math.ceil(
    Math.max(
      least,
      heightOf(sideways.filter(({ source }) => source === id)),
      heightOf(sideways.filter(({ target }) => target === id)),
    ),
  )
}

/**
 * Arranges a trace as a graph: payments and other grants at the left, holds in the middle, results and take-backs at the right.
 * `isPast` returns true for an event up to the moment: a hold whose result is later counts as held.
 */
export const traceGraphOf = (
  { grants, holds, takeBacks }: TraceAnswer,
  isPast: (position: string) => boolean,
  words: TraceWords,
): TraceGraph => {
  const groups = groupsOf(holds, isPast)
  const credits = groups.reduce((sum, group) => sum + group.credits, 0)
  const per = Math.max(1, Math.ceil(credits / mostThreads))
  // At least one thread, so that every share is visible.
  const threadsOf = (credits: number) => Math.max(1, Math.round(credits / per))
  const pitch = Math.min(widestPitch, 132 / Math.max(1, credits / per))
  const links = [...linksOfHolds(groups, threadsOf, pitch), ...linksOfTakeBacks(takeBacks)]
  const linked = new Set(links.flatMap(({ source, target }) => [source, target]))
  const spent = new Map<string, number>()
  for (const [grantId, share] of groups.flatMap((group) => [...sharesOf(group)]))
    spent.set(grantId, (spent.get(grantId) ?? 0) + share)

  const grantNodes = grants
    .filter(({ grantId }) => linked.has(grantNode(grantId)))
    .map((grant): TraceNode => {
      const id = grantNode(grant.grantId)
      const credits = spent.get(grant.grantId) ?? grant.granted
      const name = words.grant(grant, credits)
      return { kind: 'grant', id, name, width: 104, height: heightFor(id, links, 56), grant, credits }
    })
  const holdNodes = groups.flatMap(({ holds: _, ...drawn }): TraceNode[] => {
    const [hold, end] = [`hold ${drawn.id}`, `end ${drawn.id}`]
    const [holdName, endName, isInert] = [words.hold(drawn), words.end(drawn), drawn.hold === null]
    const [holdHeight, endHeight] = [heightFor(hold, links, 44), heightFor(end, links, 48)]
    return [
      { kind: 'hold', id: hold, name: holdName, title: holdName, width: 46, height: holdHeight, isInert, drawn },
      {
        kind: 'end',
        id: end,
        name: endName,
        title: endName,
        width: 118,
        height: endHeight,
        isLast: true,
        isInert,
        drawn,
      },
    ]
  })
  const takeBackNodes = takeBacks.map((takeBack): TraceNode => {
    const id = `take-back ${takeBack.takeBackId}`
    const name = words.takeBack(takeBack)
    const isLater = takeBack.entries.every(({ position }) => !isPast(position))
    return {
      kind: 'take-back',
      id,
      name,
      title: name,
      width: 118,
      height: heightFor(id, links, 62),
      isLast: true,
      takeBack,
      isLater,
    }
  })
  return { per, links, nodes: [...grantNodes, ...holdNodes, ...takeBackNodes] }
}
