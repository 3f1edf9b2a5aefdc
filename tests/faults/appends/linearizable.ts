/** What an object may do, one operation after the other: `step` answers the state after an operation, or undefined when it cannot be so. */
export interface Model<State, Op> {
  initial: State
  step(state: State, op: Op): State | undefined
  /** Equal for equal states. */
  key(state: State): string
}

/** An operation as it was seen from outside. Times only rise, none twice; `returned` is Infinity when nobody knows what became of it. */
export interface Seen<Op> {
  op: Op
  called: number
  returned: number
}

/** Where the search came furthest: what it had put in order, and what then fitted no more. */
export interface Contradiction<Op> {
  ordered: Op[]
  stuck: Op[]
}

interface Node<Op> {
  seen: Seen<Op>
  index: number
  /** The call's own return, absent for a return and for what never returned. */
  match: Node<Op> | undefined
  isCall: boolean
  before: Node<Op> | undefined
  after: Node<Op> | undefined
}

/**
 * Whether some order of the operations, in which whatever returned before another was called comes before it, is one that
 * the model allows: the search of Wing and Gong with Lowe's memory. What never returned may have taken effect or not.
 * Answers undefined when there is such an order.
 */
export function findContradiction<State, Op>(
  model: Model<State, Op>,
  history: readonly Seen<Op>[],
): Contradiction<Op> | undefined {
  const head = listOf(history)
  const tried = new Set<string>()
  const path: { call: Node<Op>; state: State; furthest: number }[] = []
  let [state, furthest] = [model.initial, -1]
  let worst: Contradiction<Op> = { ordered: [], stuck: [] }
  let node = head.after
  let returns = history.filter(({ returned }) => returned !== Number.POSITIVE_INFINITY).length
  while (returns > 0) {
    if (!node) throw new Error('A return stands before its call')
    if (node.isCall) {
      const next = model.step(state, node.seen.op)
      if (next !== undefined) {
        const reach = Math.max(furthest, node.index)
        lift(node)
        if (isNew(tried, `${model.key(next)}|${reach}|${leftOut(head, reach)}`)) {
          path.push({ call: node, state, furthest })
          ;[state, furthest] = [next, reach]
          if (node.match) returns--
          node = head.after
          continue
        }
        unlift(node)
      }
      node = node.after
    } else {
      // It returned, so it has taken effect by now: something before was chosen wrongly, if there was a choice.
      if (path.length >= worst.ordered.length)
        worst = { ordered: path.map(({ call }) => call.seen.op), stuck: callsUpTo(head, node) }
      const last = path.pop()
      if (!last) return worst
      unlift(last.call)
      if (last.call.match) returns++
      ;({ state, furthest } = last)
      node = last.call.after
    }
  }
  return undefined
}

/** Calls and returns in the order of time, behind an empty head. */
function listOf<Op>(history: readonly Seen<Op>[]): Node<Op> {
  const nodes = history.flatMap((seen) => {
    const call: Node<Op> = { seen, index: 0, match: undefined, isCall: true, before: undefined, after: undefined }
    if (seen.returned === Number.POSITIVE_INFINITY) return [call]
    const match = { ...call, isCall: false }
    return [Object.assign(call, { match }), match]
  })
  const timeOf = ({ isCall, seen }: Node<Op>) => (isCall ? seen.called : seen.returned)
  nodes.sort((a, b) => timeOf(a) - timeOf(b))
  const head: Node<Op> = { ...(nodes[0] as Node<Op>), isCall: false, before: undefined, after: undefined }
  nodes.reduce((before, node, index) => {
    Object.assign(node, { index, before })
    before.after = node
    return node
  }, head)
  return head
}

function lift<Op>(call: Node<Op>) {
  for (const node of [call, call.match]) {
    if (node?.before) node.before.after = node.after
    if (node?.after) node.after.before = node.before
  }
}

function unlift<Op>(call: Node<Op>) {
  for (const node of [call.match, call]) {
    if (node?.before) node.before.after = node
    if (node?.after) node.after.before = node
  }
}

/** The calls that stand before the furthest one chosen and are not chosen: with it they say which are, in few words. */
function leftOut<Op>(head: Node<Op>, furthest: number): string {
  const left: number[] = []
  for (let node = head.after; node && node.index < furthest; node = node.after) if (node.isCall) left.push(node.index)
  return left.join()
}

function callsUpTo<Op>(head: Node<Op>, end: Node<Op>): Op[] {
  const calls: Op[] = []
  for (let node = head.after; node && node !== end; node = node.after) if (node.isCall) calls.push(node.seen.op)
  return calls
}

function isNew(tried: Set<string>, key: string): boolean {
  if (tried.has(key)) return false
  tried.add(key)
  return true
}
