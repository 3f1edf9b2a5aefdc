import { Delta, type Op } from '#domain/deltas.ts'
import { composed } from '#domain/text-compose.ts'
import { namesLess, replacesTable, sameDelta } from './compare-deltas.ts'
import { divide } from './divide.ts'
import { type Passed, recordedPlace, shownPlace } from './places.ts'
import { carry, type Pending, type Recorded } from './rebase.ts'

/** A change as sent. A retry after a missing response repeats it unchanged. */
export interface Sent {
  id: string
  base: number
  ops: Op[]
  /** The base text of a description, in plain text, if this change is based on it. */
  over?: string
  /** The revisions of the own changes that this one undoes: restored text is attributed to its first author again. */
  undoes?: number[]
}

/** The inverse of a change. It applies to the shown text once every newer step has been undone. */
interface Step {
  id: string
  delta: Delta
  /** Steps of one group are undone together: sending divided one input into several changes. */
  group: number
}

export interface EngineStart {
  revision: number
  text: Delta
  /** The plain text of a description that was never edited as rich text, which may still be replaced as a whole. */
  over?: string | undefined
  /** Unrecorded changes of an earlier page of this tab, rebased onto this revision. */
  pending?: Pending[]
  sent?: Sent | undefined
}

/** Thrown if a recorded change differs from the local one: either side has a fault, and the text must be reloaded. */
export class Diverged extends Error {}

const after = (text: Delta, change: Delta): Delta => new Delta(composed(text.ops, change.ops))

/** Number of recorded changes over which a caret can be transformed: carets are published within seconds. */
const mostPassed = 100

/** Maximum number of undo steps. */
const mostSteps = 200

/**
 * Creates the state of a text in one window: the recorded text, the change in flight, and unsent changes on top. One change is in
 * flight at a time, in the order of typing; remote changes are inserted below the pending ones. Uses no clock and no network.
 */
export const createEngine = (start: EngineStart) => {
  let { revision, text: confirmed, sent } = start
  const pending = [...(start.pending ?? [])]
  let shown = pending.reduce((text, { delta }) => after(text, delta), confirmed)
  const undone: Step[] = []
  const done: Step[] = []
  /** The id of the pending change into which further input is merged. */
  let open: string | undefined
  let group = 0
  const revisions = new Map<string, number>()
  /** The newest recorded changes. */
  const passed: Passed[] = []

  const add = (id: string, delta: Delta, stack: Step[], undoes?: readonly string[]) => {
    const inverse = delta.invert(shown)
    const last = pending.at(-1)
    const top = stack.at(-1)
    if (last && last.id === open && top?.id === open) {
      last.delta = last.delta.compose(delta)
      top.delta = inverse.compose(top.delta)
    } else {
      pending.push({ id, delta, undoes })
      stack.push({ id, delta: inverse, group })
      if (stack.length > mostSteps) stack.shift()
    }
    shown = after(shown, delta)
  }

  /**
   * Transforms a remote change over the pending ones, and returns it as it applies to `shown`. If it reverts a `refused` change of this
   * window, it does not affect the undo steps below that change's step.
   */
  const fold = (change: Delta, refused?: string): Delta => {
    const remotes = refused === undefined ? carryUp(change) : carryRefusalUp(change, refused)
    confirmed = after(confirmed, change)
    const remote = remotes.at(-1) as Delta
    for (const stack of [done, undone]) {
      const places = placesOfPending(stack, pending)
      const older = stack.slice(0, stack.length - places.length)
      const place = older.findIndex(({ id }) => id === refused)
      const step = older[place]
      const around = step && leadBack(stack.slice(place + 1))
      const left = shift(older.slice(place + 1), remotes[places.at(-1) ?? pending.length] as Delta)
      if (places.length > 0) invertPending(stack, places)
      if (!step || !around) continue
      // The remaining change of the step leads to the text to which the step below applies.
      step.delta = after(around, left).diff(after(around, step.delta))
      if (step.delta.ops.length === 0) stack.splice(place, 1)
    }
    shown = after(shown, remote)
    return remote
  }
  /** Transforms a change over the pending ones. Returns it as it applies to the text below each pending change, and to `shown`. */
  const carryUp = (change: Delta): Delta[] => {
    const remotes = [change]
    for (const mine of pending) remotes.push(carry([mine], remotes.at(-1) as Delta))
    return remotes
  }
  /** Like `carryUp`, for the reversal of a refused change: a part that a pending undo has reverted is not reverted twice. */
  const carryRefusalUp = (change: Delta, refused: string): Delta[] => {
    const remotes = [change]
    let text = confirmed
    for (const mine of pending) {
      const remote = remotes.at(-1) as Delta
      const below = text
      text = after(text, mine.delta)
      if (mine.undoes?.includes(refused)) {
        mine.delta = after(below, remote).diff(text)
        remotes.push(new Delta())
      } else remotes.push(carry([mine], remote))
    }
    return remotes
  }
  /**
   * Recomputes the newest steps as the inverses of their pending changes. If another user inserted text next to a deleted character,
   * only the text below the deletion determines on which side of the insertion the character is restored.
   */
  const invertPending = (stack: readonly Step[], places: readonly number[]) => {
    let text = confirmed
    for (const [n, { delta }] of pending.entries()) {
      const step = stack.at(-1 - places.indexOf(n))
      if (step && places.includes(n)) step.delta = delta.invert(text)
      text = after(text, delta)
    }
  }

  /** Returns the shown text after undoing these steps, the newest of a stack. */
  const leadBack = (steps: readonly Step[]): Delta => steps.reduceRight((text, { delta }) => after(text, delta), shown)

  /** Applies the recorded form of the sent change. Returns the change on screen. Throws `Diverged` if more than mentions differ. */
  const acknowledge = (mine: Pending, ops: Op[]): Delta => {
    const recorded = new Delta(ops)
    const before = confirmed
    const expected = after(before, mine.delta)
    if (!namesLess(recorded, mine.delta)) throw new Diverged()
    const corrected = sameDelta(recorded, mine.delta) ? new Delta() : expected.diff(after(before, recorded))
    if (pending.length > 1 && replacesTable(corrected)) throw new Diverged()
    pending.shift()
    sent = undefined
    confirmed = expected
    const change = fold(corrected)
    for (const stack of [done, undone]) settle(stack, mine.id, recorded.invert(before))
    return change
  }

  /** Replaces a change's step by the inverse of its recorded form: text that another user deleted first is not restored. */
  const settle = (stack: Step[], id: string, inverse: Delta) => {
    const place = stack.findIndex((step) => step.id === id)
    const step = stack[place]
    if (!step || sameDelta(step.delta, inverse)) return
    // The inverse applies to the recorded text only: undoing the newer steps must lead to exactly that text.
    const here = leadBack(stack.slice(place + 1))
    if (!sameDelta(here, confirmed)) return
    const inverted = step.delta.invert(here)
    shift(stack.slice(0, place), inverted.compose(inverse))
    step.delta = inverse
  }

  /** Ends the current undo step: further input begins a new one. */
  const cut = () => {
    open = undefined
    group++
  }

  const takeBack = (from: Step[], to: Step[], id: string): Delta => {
    cut()
    while (from.length > 0) {
      const group = from.at(-1)?.group
      const first = from.findLastIndex((step) => step.group !== group) + 1
      const steps = from.splice(first).toReversed()
      const change = steps.reduce((all, { delta }) => all.compose(delta), new Delta())
      if (change.ops.length === 0) continue
      add(
        id,
        change,
        to,
        steps.map((step) => step.id),
      )
      cut()
      return change
    }
    return new Delta()
  }

  return {
    revision: () => revision,
    /** The base text of a description, if the session begins with it. */
    over: () => (revision === 0 ? start.over : undefined),
    /** The text on screen: recorded and pending changes. */
    shown: () => shown,
    confirmed: () => confirmed,
    pending: (): readonly Pending[] => pending,
    sent: () => sent,
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,

    /** Adds the user's input. `id` is used if the input begins a new change. */
    type(delta: Delta, id: string) {
      if (delta.ops.length === 0) return
      undone.length = 0
      if (open === undefined) open = id
      add(id, delta, done)
    },
    /** Adds an insertion that the user did not type, such as an uploaded picture: an undo step by itself, which retains the redo steps. */
    arrive(delta: Delta, id: string) {
      cut()
      shift(undone, delta)
      add(id, delta, done)
    },
    /** Divides the next change if it is too large for one request. The parts have new ids; one undo step still reverts all of them. */
    divideNext(newId: () => string) {
      const [first] = pending
      const parts = sent || !first ? undefined : divide(first.delta)
      if (!first || !parts) return
      if (first.id === open) open = undefined
      pending.splice(0, 1, ...parts.map((delta) => ({ id: newId(), delta, partOf: first.partOf ?? first.id })))
    },
    /** Returns the change in flight, or else the next one to send; undefined if all are recorded. */
    send(): Sent | undefined {
      // Drops changes that have become empty, by later input or by changes of others.
      while (!sent && pending[0]?.delta.ops.length === 0) pending.shift()
      const [first] = pending
      if (sent || !first) return sent
      if (first.id === open) open = undefined
      const undone = (first.undoes ?? []).flatMap((id) => revisions.get(id) ?? [])
      const over = revision === 0 && start.over !== undefined && { over: start.over }
      sent = {
        id: first.id,
        base: revision,
        ops: first.delta.ops,
        ...over,
        ...(undone.length > 0 && { undoes: undone }),
      }
      return sent
    },
    /** Applies the next recorded change, in order. Returns the change on screen. */
    receive({ revision: at, id, ops, fix }: Recorded): Delta {
      if (at <= revision) return new Delta()
      const mine = pending[0]?.id === id ? pending[0] : undefined
      const change = mine ? acknowledge(mine, ops) : fold(new Delta(ops))
      if (mine) revisions.set(id, at)
      revision = at
      passed.push({ revision, delta: fix ? new Delta(ops).compose(new Delta(fix)) : new Delta(ops) })
      if (passed.length > mostPassed) passed.shift()
      return fix ? change.compose(fold(new Delta(fix))) : change
    },
    /** Converts an index of the shown text into one of the recorded text, and returns it with the revision. */
    recordedAt: (index: number) => ({ index: recordedPlace(pending, index), revision }),
    /** Converts an index of a revision into one of the shown text; undefined until that revision has arrived. */
    shownAt: (index: number, at: number) => (at > revision ? undefined : shownPlace(passed, pending, index, at)),
    /** The server rejected the sent change: it is undone as if by another user. Returns the change on screen, and the rejected text. */
    refuse(): { change: Delta; words: Delta } {
      const mine = pending.shift()
      sent = undefined
      if (!mine) return { change: new Delta(), words: new Delta() }
      const before = confirmed
      confirmed = after(confirmed, mine.delta)
      const change = fold(mine.delta.invert(before), mine.partOf ?? mine.id)
      confirmed = before
      return { change, words: mine.delta }
    },
    undo: (id: string): Delta => takeBack(done, undone, id),
    redo: (id: string): Delta => takeBack(undone, done, id),
    cut,
  }
}
export type Engine = ReturnType<typeof createEngine>

/**
 * Returns the indexes in `pending` of the changes that the newest steps revert one for one, from the newest step down. Changes that
 * cancel each other out, such as a letter and its undo, are skipped. Older steps apply to the text below the last of these changes.
 */
const placesOfPending = (stack: readonly Step[], pending: readonly Pending[]): number[] => {
  const places: number[] = []
  let at = pending.length - 1
  for (const { id } of stack.toReversed()) {
    if (pending[at]?.id !== id) at = belowCancelled(pending, at)
    if (pending[at]?.id !== id) break
    places.push(at--)
  }
  return places
}

/** Returns the index below the longest run of changes, ending at `at`, that cancel each other out; `at` if there is none. */
const belowCancelled = (pending: readonly Pending[], at: number): number => {
  let [all, below] = [new Delta(), at]
  for (let n = at; n >= 0; n--) {
    all = (pending[n] as Pending).delta.compose(all)
    if (all.ops.length === 0) below = n - 1
  }
  return below
}

/** Transforms every step over an incoming change, from the newest down. Returns the change as it applies below them. */
const shift = (stack: readonly Step[], change: Delta): Delta => {
  let remote = change
  for (let n = stack.length - 1; n >= 0; n--) {
    const step = stack[n] as Step
    const { delta } = step
    step.delta = remote.transform(delta, false)
    remote = delta.transform(remote, true)
  }
  return remote
}
