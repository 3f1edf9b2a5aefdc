import { type AccountEvent, evolved, type OwnKind, type OwnStates } from './account-folds.ts'
import { partOf } from './account-past.ts'
import type { Difference, StepKind } from './audit-accounts.ts'
import { billingEvents } from './billing-events.ts'
import { creditEvents } from './credit-events.ts'
import { lookEvents } from './looks.ts'
import { withoutEmails } from './masked-email.ts'
import type { MembershipChange } from './memberships.ts'
import { subjectOf } from './metadata.ts'
import { sessionEvents } from './sessions.ts'
import { differencesOf } from './state-differences.ts'
import { userEvents } from './users.ts'

export const isOwnKind = (kind: StepKind): kind is OwnKind => kind !== 'sessions' && kind !== 'campaigns'

/** The difference made by an event of a stream named after the account, and the states after it. */
export const ownStep = (
  states: OwnStates,
  kind: OwnKind,
  event: AccountEvent,
): { states: OwnStates; changes: Difference[] } => {
  const after = evolved(states, kind, event)
  const part = partOf[kind]
  // Compares both states at the moment of the event, so that expiry in between does not count as its effect.
  return { states: after, changes: differencesOf(part(states, event.at), part(after, event.at)) }
}

/** The difference made by a sign-in or its end. An ended session is recorded as `before`. */
export const sessionStep = (begun: AccountEvent, event: AccountEvent): Difference[] => {
  const session = { id: subjectOf(event.stream), method: begun.data.method, since: begun.at }
  const [before, after] = event.type === 'SignedIn' ? [null, session] : [session, null]
  return [{ path: `sessions.latest.${session.id}`, before, after }]
}

export const membershipStep = ({ event, before, after }: MembershipChange): Difference[] =>
  differencesOf(before, after, `memberships.${subjectOf(event.stream)}`)

/**
 * Fields of a campaign's events that auditors see: the members and their roles. Written content is hidden from them.
 */
const ofCampaigns = ['campaignId', 'userId', 'ownerId', 'newOwnerId', 'oldOwnerId', 'role']

const known = { ...userEvents, ...creditEvents, ...billingEvents, ...sessionEvents, ...lookEvents }

/** Masks email addresses in every text of a value. */
export const withoutAddresses = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutEmails(value)
  if (Array.isArray(value)) return value.map(withoutAddresses)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutAddresses(each)]))
}

/**
 * The fields of an event that an auditor may see. Returns none for an unknown event type, since its contents cannot be
 * classified.
 */
export const visibleFieldsOf = (
  kind: StepKind,
  { type, data }: Pick<AccountEvent, 'type' | 'data'>,
): Record<string, unknown> => {
  const fields = Object.entries(data).filter(([field]) =>
    kind === 'campaigns' ? ofCampaigns.includes(field) : type in known && field !== 'sealed',
  )
  return Object.fromEntries(fields.map(([field, value]) => [field, withoutAddresses(value)]))
}
