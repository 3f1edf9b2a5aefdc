import { membersView } from '#projections/campaigns.ts'
import { closeCodes } from './messages.ts'
import type { FeedRow } from './row.ts'
import type { Subscriber } from './subscriber.ts'

export interface Concerned {
  /** Sockets of the users an event is of or by. */
  ofUsers(row: FeedRow): Subscriber[]
  /** Sockets that listen to a channel. */
  on(channel: string): Iterable<Subscriber>
  /** Ends those whose session has ended. */
  recheck(subscribers: Subscriber[]): void
}

const roleIn = (data: unknown) => (typeof data === 'object' && data !== null && 'role' in data ? data.role : undefined)

const byType: Record<string, (row: FeedRow, concerned: Concerned) => void> = {
  UserBanned: (row, { ofUsers, recheck }) => recheck(ofUsers(row)),
  ImpersonationEnded: (row, { ofUsers, recheck }) => recheck(ofUsers(row)),
  UserRoleChanged(row, { ofUsers }) {
    if (roleIn(row.data) === 'admin') return
    for (const { watch, line } of ofUsers(row))
      if (watch !== undefined) line.close(closeCodes.notAllowed, 'only admins may watch')
  },
}

/** What an event means for open sockets, beside being told to them. */
export const drawConsequences = (row: FeedRow, concerned: Concerned): void => {
  if (row.seq > 0) return
  byType[row.type]?.(row, concerned)
  // Who is in which campaign changed: for those it names, and for all of the campaign when that is what ended.
  if (!(row.type in membersView.on)) return
  const members = row.channels.flatMap((channel) => [...concerned.on(channel)])
  for (const subscriber of new Set([...concerned.ofUsers(row), ...members])) subscriber.refresh(row)
}
