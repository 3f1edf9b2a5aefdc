import { Delta, type Op } from '#domain/deltas.ts'
import { composed } from '#domain/text-compose.ts'
import { namesLess, replacesTable, sameDelta } from './compare-deltas.ts'
import { divide } from './divide.ts'
import { type Passed, recordedPlace, shownPlace } from './places.ts'
import { carry, type Pending, type Recorded } from './rebase.ts'

/** One change as it is sent, and sent again when no answer came: always in the same words. */
export interface Sent {
  id: string
  base: number
  ops: Op[]
  /** What a description began with, in plain words, where this was made on that. */
  over?: string
  /** The revision of the own change that it takes back: the words are their first author's again. */
  undoes?: number[]
}

/** What takes a change back, in the words of what is shown once every newer one is taken back. */
interface Step {
  id: string
  delta: Delta
  /** Steps of one number are taken back together: they were recorded as several changes by chance. */
  group: number
}

export interface EngineStart {
  revision: number
  text: Delta
  /** The plain text of a description that was never edited as rich text, which may still be replaced as a whole. */
  over?: string | undefined
  /** What an earlier page of this tab had typed, already on this revision. */
  pending?: Pending[]
  sent?: Sent | undefined
}

/** The recorded change differs from the one here: one of the two sides has a fault, and the text must be reloaded. */
export class Diverged extends Error {}

const after = (text: Delta, change: Delta): Delta => new Delta(composed(text.ops, change.ops))

/** Number of changes over which a caret is transformed: a caret is published within seconds. */
const mostPassed = 100

/** Undo goes back this far. */
const mostSteps = 200

/**
 * One text as one window writes it: what is recorded, what is under way and what is typed on top. One change is under way at a time,
 * in the order of typing; changes of others are transformed under what is pending. Knows no clock and no network.
 */
export const createEngine = (start: EngineStart) => {
  let { revision, text: confirmed, sent } = start
  const pending = [...(start.pending ?? [])]
  let shown = pending.reduce((text, { delta }) => after(text, delta), confirmed)
  const undone: Step[] = []
  const done: Step[] = []
  /** The pending change that still takes what is typed. */
  let open: string | undefined
  let group = 0
  const revisions = new Map<string, number>()
  /** The last of the recorded changes. */
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
   * Carries a change of another writer over what is pending, and returns it as it applies to `shown`. A change that takes back a `refused` one of
   * this window does not concern the steps below it.
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
      // What is left of the step leads to the text to which the step below applies.
      step.delta = after(around, left).diff(after(around, step.delta))
      if (step.delta.ops.length === 0) stack.splice(place, 1)
    }
    shown = after(shown, remote)
    return remote
  }
  /** Carries a change over what is pending. Returns it as it applies to the text below each pending change, and to `shown`. */
  const carryUp = (change: Delta): Delta[] => {
    const remotes = [change]
    for (const mine of pending) remotes.push(carry([mine], remotes.at(-1) as Delta))
    return remotes
  }
  /** As `carryUp`; what an undo that is pending has taken back is not taken back twice. */
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
   * Inverts the newest pending changes into the newest steps. A letter that another writer inserted next to a deleted one has no side
   * in `shown`: only the text below the deletion says on which side of it the deleted letter comes back.
   */
  const invertPending = (stack: readonly Step[], places: readonly number[]) => {
    let text = confirmed
    for (const [n, { delta }] of pending.entries()) {
      const step = stack.at(-1 - places.indexOf(n))
      if (step && places.includes(n)) step.delta = delta.invert(text)
      text = after(text, delta)
    }
  }

  /** The text as it is once these steps, the newest of a stack, are taken back. */
  const leadBack = (steps: readonly Step[]): Delta => steps.reduceRight((text, { delta }) => after(text, delta), shown)

  /** One's own, as it was recorded. Answers what that changes on screen. */
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

  /** From now on a change is undone as it was recorded: text that another user deleted first is not restored. */
  const settle = (stack: Step[], id: string, inverse: Delta) => {
    const place = stack.findIndex((step) => step.id === id)
    const step = stack[place]
    if (!step || sameDelta(step.delta, inverse)) return
    // It is in the words of the recorded text, and fits where the steps above lead back to just that.
    const here = leadBack(stack.slice(place + 1))
    if (!sameDelta(here, confirmed)) return
    const inverted = step.delta.invert(here)
    shift(stack.slice(0, place), inverted.compose(inverse))
    step.delta = inverse
  }

  /** What is typed from here on is a step of its own to undo. */
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
    /** What is on screen: recorded and pending. */
    shown: () => shown,
    confirmed: () => confirmed,
    pending: (): readonly Pending[] => pending,
    sent: () => sent,
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,

    /** Something typed here; `id` is used where it begins a change of its own. */
    type(delta: Delta, id: string) {
      if (delta.ops.length === 0) return
      undone.length = 0
      if (open === undefined) open = id
      add(id, delta, done)
    },
    /** Something that this window inserts by itself, such as an uploaded picture: a step of its own, above which undone steps can still be redone. */
    arrive(delta: Delta, id: string) {
      cut()
      shift(undone, delta)
      add(id, delta, done)
    },
    /** Divides the next change, where it is too large for one request. Its parts have new ids: a step of undo takes back all of them. */
    divideNext(newId: () => string) {
      const [first] = pending
      const parts = sent || !first ? undefined : divide(first.delta)
      if (!first || !parts) return
      if (first.id === open) open = undefined
      pending.splice(0, 1, ...parts.map((delta) => ({ id: newId(), delta, partOf: first.partOf ?? first.id })))
    },
    /** The next change to send, or the one that is under way. Undefined: all is recorded. */
    send(): Sent | undefined {
      // What cancelled itself out, or came to nothing by what others did, is no change.
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
    /** The next recorded change, in order. Answers what changes on screen. */
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
    /** Where a place of the text on screen is in the recorded text, and the revision of that. */
    recordedAt: (index: number) => ({ index: recordedPlace(pending, index), revision }),
    /** Where a place of a revision is on screen; undefined until that revision has come. */
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
 * The indexes in `pending` of the changes that the newest steps take back one for one, from the newest step down. Changes that together
 * change nothing, such as a letter and its undo, are passed over. The steps below apply to the text below the last of these changes.
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

/** The index below the longest run of changes, up to one, that together change nothing; the same index where there is none. */
const belowCancelled = (pending: readonly Pending[], at: number): number => {
  let [all, below] = [new Delta(), at]
  for (let n = at; n >= 0; n--) {
    all = (pending[n] as Pending).delta.compose(all)
    if (all.ops.length === 0) below = n - 1
  }
  return below
}

/** Carries every step over a change that came, from the newest down. Returns the change as it applies below them. */
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
