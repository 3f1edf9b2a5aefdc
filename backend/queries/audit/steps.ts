import type { AccountEvent } from '#domain/account-folds.ts'
import { isOwnKind, membershipStep, ownStep, sessionStep } from '#domain/account-steps.ts'
import { type Difference, StepKind } from '#domain/audit-accounts.ts'
import { type Account, type Mark, marksOf } from './account-log.ts'
import { ownStatesAt } from './account-past.ts'

export interface Step {
  kind: StepKind
  event: AccountEvent
  changes: Difference[]
}

export interface Filter {
  kinds: readonly StepKind[]
  type?: string | undefined
  /** Restricts to events that changed the state at this path, below it or above it. */
  path?: string | undefined
}

/** Maximum number of events that one page searches for matches, which bounds its time. */
const lookedThrough = 1_000

const isBelow = (path: string, changed: string) =>
  changed === path || changed.startsWith(`${path}.`) || path.startsWith(`${changed}.`)
const isMeant = ({ kinds, type, path }: Filter, { kind, event, changes }: Step) =>
  kinds.includes(kind) &&
  (type === undefined || event.type === type) &&
  (path === undefined || changes.some((change) => isBelow(path, change.path)))

/** Plans derive from both categories, so a change in one needs the state of the other. */
const together: readonly StepKind[] = ['users', 'billing']
const neededFor = ({ kinds }: Filter): readonly StepKind[] =>
  kinds.some((kind) => together.includes(kind)) ? [...new Set([...kinds, ...together])] : kinds

const signIn = async ({ streams }: Account, { stream = '', position }: Mark): Promise<Step> => {
  const events: AccountEvent[] = []
  for await (const event of streams.after(stream, -1n, position)) events.push(event)
  const [begun, event] = [events[0], events.at(-1)]
  if (!begun || !event) throw new Error(`The index names ${stream}, which is empty`)
  return { kind: 'sessions', event, changes: sessionStep(begun, event) }
}

/** Yields each event after a position with the changes that it made. */
async function* stepsFrom(account: Account, kinds: readonly StepKind[], from: bigint): AsyncGenerator<Step> {
  let states = await ownStatesAt(account.streams, account.userId, from)
  for await (const mark of marksOf(account, kinds, from, 'after')) {
    const { kind, event, change } = mark
    if (change) yield { kind, event: change.event, changes: membershipStep(change) }
    else if (event && isOwnKind(kind)) {
      const step = ownStep(states, kind, event)
      states = step.states
      yield { kind, event, changes: step.changes }
    } else yield await signIn(account, mark)
  }
}

export interface StepPage {
  steps: Step[]
  /** The cursor in the same direction; null at the end. */
  next: bigint | null
}

export async function stepsAfter(account: Account, filter: Filter, from: bigint, limit: number): Promise<StepPage> {
  const steps: Step[] = []
  let looked = 0
  let last = from
  for await (const step of stepsFrom(account, neededFor(filter), from)) {
    if (steps.length === limit || looked === lookedThrough) return { steps, next: last }
    looked += 1
    last = step.event.position
    if (isMeant(filter, step)) steps.push(step)
  }
  return { steps, next: null }
}

/** Returns the last steps up to a position. Their changes are computed by folding from the beginning of the page. */
export async function stepsBefore(account: Account, filter: Filter, until: bigint, limit: number): Promise<StepPage> {
  const kinds = neededFor(filter)
  const isPlain = filter.type === undefined && filter.path === undefined && kinds.length === filter.kinds.length
  const most = isPlain ? limit : lookedThrough
  let start: bigint | null = null
  let found = 0
  for await (const { position } of marksOf(account, kinds, until, 'before')) {
    if (found === most) {
      start = position
      break
    }
    found += 1
  }
  const steps: Step[] = []
  for await (const step of stepsFrom(account, kinds, start ?? -1n)) {
    if (step.event.position > until) break
    if (isMeant(filter, step)) steps.push(step)
  }
  const latestSteps = steps.slice(-limit)
  const [first] = latestSteps
  return { steps: latestSteps, next: steps.length > limit && first ? first.event.position - 1n : start }
}

export const allKinds: readonly StepKind[] = StepKind.options

/** The event of a mark. */
const eventAt = async (
  { streams }: Account,
  { event, change, stream = '', position }: Mark,
): Promise<AccountEvent | undefined> => {
  if (event ?? change) return event ?? change?.event
  for await (const found of streams.after(stream, position - 1n, position)) return found
  return undefined
}

/** Returns the account's nearest event after a position, or up to it, without its data; null if there is none. */
export async function nearest(account: Account, from: bigint, direction: 'after' | 'before') {
  for await (const mark of marksOf(account, allKinds, from, direction)) {
    const event = await eventAt(account, mark)
    if (!event) return null
    const { eventId, type, at, position } = event
    return { position: String(position), at, eventId, type }
  }
  return null
}

/** The account's first event and its last. */
export async function endsOf(account: Account) {
  const [first, newest] = await Promise.all([nearest(account, -1n, 'after'), nearest(account, account.head, 'before')])
  return { first, newest }
}
