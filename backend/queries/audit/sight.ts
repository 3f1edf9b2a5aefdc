import { channelsFor } from '#domain/access.ts'
import type { AccountEvent } from '#domain/account-folds.ts'
import type { VisibilityAudit, VisibilityAuditKind } from '#domain/audit-accounts.ts'
import { membershipOf } from '#domain/memberships.ts'
import { can, viewerAs } from '#domain/rights.ts'
import type { Account } from './account-log.ts'
import { type ThingPast, thingAt } from './thing-past.ts'

type Because = VisibilityAudit['because'][number]

const named = (of: Because['of'], event: AccountEvent | undefined): Because[] =>
  event
    ? [
        {
          of,
          eventId: event.eventId,
          type: event.type,
          stream: event.stream,
          position: String(event.position),
          at: event.at,
        },
      ]
    : []

/** The user's role in a campaign, and the event that gave it. Campaigns in the Trash grant no role. */
const membershipAt = async ({ streams, userId }: Account, campaignId: string | null, position: bigint) => {
  if (campaignId === null) return { role: undefined, inTrash: false, by: undefined }
  const known = await streams.stateAt(`campaigns-${campaignId}`, position, membershipOf(userId), userId)
  const by = known.changes.at(-1)?.event
  return { role: known.now && !known.inTrash ? known.now.role : undefined, inTrash: known.inTrash, by }
}

const whyNot = (thing: ThingPast, { role, inTrash }: { role: unknown; inTrash: boolean }): VisibilityAudit['why'] => {
  if (thing.inTrash || inTrash) return 'in_trash'
  return thing.row?.campaignId && role === undefined ? 'no_member' : 'not_theirs'
}

/**
 * Decides if the user could see a thing at a moment, by the rule of lists and sockets, applied to the roles and
 * channels of that moment.
 */
export async function sightOf(
  account: Account,
  { kind, id }: { kind: VisibilityAuditKind; id: string },
  position: bigint,
): Promise<Omit<VisibilityAudit, 'position' | 'at' | 'people'>> {
  const thing = await thingAt(account, kind, id, position)
  const nothing = { kind, id, sees: false, campaignId: null, role: null, isOwner: false, channel: null, channels: [] }
  if (!thing) return { ...nothing, why: 'unknown', because: [] }
  if (!thing.row) return { ...nothing, why: 'not_yet_made', because: [] }
  const { campaignId, ownerId, channels } = thing.row
  const membership = await membershipAt(account, campaignId, position)
  const viewer = viewerAs(account.userId, campaignId, membership.role)
  const sees = !thing.inTrash && can(viewer, 'see', thing.row)
  return {
    kind,
    id,
    sees,
    campaignId,
    channels,
    why: sees ? 'shared' : whyNot(thing, membership),
    role: membership.role ?? null,
    isOwner: ownerId === account.userId,
    channel: sees ? (channelsFor(viewer).find((channel) => channels.includes(channel)) ?? null) : null,
    because: [...named('membership', membership.by), ...named('thing', thing.by), ...named('followed', thing.followed)],
  }
}
