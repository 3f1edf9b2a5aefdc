import { channelOf } from '#domain/access.ts'
import { changesMembership } from '#projections/personal.ts'
import { closeCodes } from './messages.ts'
import type { FeedRow } from './row.ts'
import type { Subscriber } from './subscriber.ts'

export interface Concerned {
  /** All sockets of these users. */
  of(users: readonly string[]): Subscriber[]
  /** Ends those whose session has ended. */
  recheck(subscribers: Subscriber[]): void
}

const roleIn = (data: unknown) => (typeof data === 'object' && data !== null && 'role' in data ? data.role : undefined)

const byType: Record<string, (row: FeedRow, concerned: Concerned) => void> = {
  UserBanned: ({ users }, { of, recheck }) => recheck(of(users)),
  ImpersonationEnded: ({ users }, { of, recheck }) => recheck(of(users)),
  UserRoleChanged({ users, data }, { of }) {
    if (roleIn(data) === 'admin') return
    for (const { watch, line } of of(users))
      if (watch !== undefined) line.close(closeCodes.notAllowed, 'only admins may watch')
  },
}

/** What an event means for open sockets, beside being told to them. */
export const drawConsequences = (row: FeedRow, concerned: Concerned): void => {
  if (row.seq > 0) return
  byType[row.type]?.(row, concerned)
  if (!changesMembership(row.type)) return
  // Whoever is told in person may now listen to more, or to less.
  const personal = channelOf('')
  const told = row.channels.filter((channel) => channel.startsWith(personal))
  const users = [...row.users, ...told.map((channel) => channel.slice(personal.length))]
  for (const subscriber of concerned.of([...new Set(users)])) subscriber.refresh(row)
}
