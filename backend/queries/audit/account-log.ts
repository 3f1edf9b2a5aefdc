import type { AccountEvent } from '#domain/account-folds.ts'
import { isOwnKind } from '#domain/account-steps.ts'
import { StepKind } from '#domain/audit-accounts.ts'
import type { MembershipChange } from '#domain/memberships.ts'
import type { Read } from '../../http/snapshot.ts'
import { membershipChanges } from './account-past.ts'
import type { PastStreams } from './past-streams.ts'

/** An event of an account that may not be read yet, with the facts needed to order the events of all its streams. */
export interface Mark {
  kind: StepKind
  position: bigint
  /** The session's stream for a sign-in or its end; otherwise the event itself, or the change of role that it made. */
  stream?: string
  event?: AccountEvent
  change?: MembershipChange
}

export interface Account {
  read: Read
  streams: PastStreams
  userId: string
  /** The views' position, beyond which the log is not read. */
  head: bigint
}

/** Limits a requested position to that of the views. */
export const within = ({ head }: Account, position: bigint): bigint => (position < head ? position : head)

type Direction = 'after' | 'before'

/** Merges several sorted sources into one sorted sequence. */
async function* merged(sources: readonly AsyncIterator<Mark>[], direction: Direction): AsyncGenerator<Mark> {
  const heads = await Promise.all(sources.map((source) => source.next()))
  const comes = (one: Mark, other: Mark) =>
    direction === 'after' ? one.position < other.position : one.position > other.position
  for (;;) {
    let next = -1
    for (const [n, head] of heads.entries()) {
      const best = heads[next]
      if (!head.done && (!best || best.done || comes(head.value, best.value))) next = n
    }
    const found = heads[next]
    const source = sources[next]
    if (!found || found.done || !source) return
    yield found.value
    heads[next] = await source.next()
  }
}

async function* ownMarks({ streams, userId, head }: Account, kind: StepKind, from: bigint, direction: Direction) {
  const stream = `${kind}-${userId}`
  const events = direction === 'after' ? streams.after(stream, from, head) : streams.before(stream, from + 1n)
  for await (const event of events) yield { kind, position: event.position, event }
}

async function* changeMarks(changes: readonly MembershipChange[], from: bigint, direction: Direction) {
  const some = direction === 'after' ? changes : changes.toReversed()
  for (const change of some) {
    const { position } = change.event
    if (direction === 'after' ? position > from : position <= from)
      yield { kind: 'campaigns' as const, position, change }
  }
}

const signIns = (column: 'first' | 'last', direction: Direction) => {
  const [than, order] = direction === 'after' ? ['>', 'asc'] : ['<=', 'desc']
  return `(select stream, ${column} as position from account_streams where "userId" = $1 and stream like 'sessions-%'
    and ${column} ${than} $2::bigint order by ${column} ${order} limit $3)`
}
const signInMarks = {
  after: `select stream, position::text from (${signIns('first', 'after')} union all ${signIns('last', 'after')}) s order by s.position limit $3`,
  before: `select stream, position::text from (${signIns('first', 'before')} union all ${signIns('last', 'before')}) s order by s.position desc limit $3`,
}
/** Number of sign-ins and of their ends that one query reads. */
const signInsAtOnce = 200

async function* sessionMarks({ read, userId }: Account, from: bigint, direction: Direction): AsyncGenerator<Mark> {
  for (let last = from; ; ) {
    const values = [userId, String(last), signInsAtOnce]
    const rows = await read<{ stream: string; position: string }>(signInMarks[direction], values)
    for (const { stream, position } of rows) yield { kind: 'sessions', position: BigInt(position), stream }
    const end = rows.at(-1)
    if (rows.length < signInsAtOnce || !end) return
    last = direction === 'after' ? BigInt(end.position) : BigInt(end.position) - 1n
  }
}

/** Yields an account's events of these kinds after a position, or those up to it, newest first. */
export async function* marksOf(
  account: Account,
  kinds: readonly StepKind[],
  from: bigint,
  direction: Direction,
): AsyncGenerator<Mark> {
  const { read, streams, userId, head } = account
  const changes = kinds.includes('campaigns') ? await membershipChanges(read, streams, userId, head) : []
  const sources = [
    ...kinds.filter(isOwnKind).map((kind) => ownMarks(account, kind, from, direction)),
    ...(kinds.includes('sessions') ? [sessionMarks(account, from, direction)] : []),
    changeMarks(changes, from, direction),
  ]
  yield* merged(sources, direction)
}

/** Maximum number of events that are counted; there may be more. */
const mostCounted = 1_000

export async function countBetween(account: Account, from: bigint, until: bigint): Promise<number> {
  let events = 0
  for await (const { position } of marksOf(account, StepKind.options, from, 'after')) {
    if (position > until || events === mostCounted) break
    events += 1
  }
  return events
}
