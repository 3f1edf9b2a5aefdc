import { nothingYet, type OwnKind, type OwnStates, ownFolds } from '#domain/account-folds.ts'
import { accountStateOf } from '#domain/account-past.ts'
import { withoutAddresses } from '#domain/account-steps.ts'
import type { AccountState } from '#domain/audit-accounts.ts'
import { type MembershipChange, membershipOf } from '#domain/memberships.ts'
import { subjectOf } from '#domain/metadata.ts'
import type { Read } from '../../http/snapshot.ts'
import type { PastStreams } from './past-streams.ts'

/** Maximum number of open sessions that are listed; the others are only counted. */
const mostNamed = 20

export const ownKinds = Object.keys(ownFolds) as OwnKind[]

/** The states of the streams named after an account, as of a position. */
export const ownStatesAt = async (streams: PastStreams, userId: string, position: bigint): Promise<OwnStates> => {
  const all = await Promise.all(
    ownKinds.map(async (kind) => {
      const state = await streams.stateAt<unknown>(`${kind}-${userId}`, position, ownFolds[kind])
      return [kind, state] as const
    }),
  )
  return { ...nothingYet, ...Object.fromEntries(all) }
}

/** The user's changes of role in all campaigns up to a position, in order. */
export const membershipChanges = async (
  read: Read,
  streams: PastStreams,
  userId: string,
  position: bigint,
): Promise<MembershipChange[]> => {
  const rows = await read<{ stream: string }>(
    `select stream from account_streams where "userId" = $1 and stream like 'campaigns-%'`,
    [userId],
  )
  const known = await Promise.all(
    rows.map(({ stream }) => streams.stateAt(stream, position, membershipOf(userId), userId)),
  )
  return known.flatMap(({ changes }) => changes).sort((a, b) => (a.event.position < b.event.position ? -1 : 1))
}

const membershipsOf = (changes: readonly MembershipChange[]): AccountState['memberships'] => {
  const last = new Map(changes.map(({ event, after }) => [subjectOf(event.stream), after]))
  return [...last].flatMap(([id, membership]) => (membership ? [{ id, ...membership }] : []))
}

const sessionsAt = async (
  read: Read,
  streams: PastStreams,
  userId: string,
  position: bigint,
): Promise<AccountState['sessions']> => {
  const open = `from account_streams where "userId" = $1 and stream like 'sessions-%' and first <= $2::bigint
    and (last is null or last > $2::bigint)`
  const [rows, [count]] = await Promise.all([
    read<{ stream: string }>(`select stream ${open} order by first desc limit $3`, [
      userId,
      String(position),
      mostNamed,
    ]),
    read<{ open: number }>(`select count(*) as open ${open}`, [userId, String(position)]),
  ])
  const begun = await Promise.all(
    rows.map(async ({ stream }) => {
      for await (const { at, data } of streams.after(stream, -1n, position))
        return [{ id: subjectOf(stream), method: String(data.method), since: at }]
      return []
    }),
  )
  return { open: count?.open ?? 0, latest: begun.flat() }
}

/** Returns an account as of a position, folded from its streams. `at` is the time for which plans are evaluated. */
export const accountAt = async (
  read: Read,
  streams: PastStreams,
  userId: string,
  { position, at }: { position: bigint; at: string },
): Promise<AccountState> => {
  const [own, sessions, changes] = await Promise.all([
    ownStatesAt(streams, userId, position),
    sessionsAt(read, streams, userId, position),
    membershipChanges(read, streams, userId, position),
  ])
  const state = accountStateOf(own, { sessions, memberships: membershipsOf(changes) }, at)
  return withoutAddresses(state) as AccountState
}
