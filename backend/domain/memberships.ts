import type { AccountEvent, Fold } from './account-folds.ts'
import type { campaignEvents } from './campaigns.ts'
import { type CampaignRole, campaignRoles } from './roles.ts'

/** A user's role in a campaign, and the time of joining. Campaigns in the Trash grant no role. */
export interface Membership {
  role: CampaignRole
  since: string
  inTrash: boolean
}

/** An event that changed a user's role in a campaign. */
export interface MembershipChange {
  event: AccountEvent
  before: Membership | null
  after: Membership | null
}

type MaybeMember = Membership | null
interface Known {
  now: MaybeMember
  inTrash: boolean
  changes: readonly MembershipChange[]
}

const joined = (role: CampaignRole, { at: since }: AccountEvent, inTrash: boolean): Membership => ({
  role,
  since,
  inTrash,
})
const as = (now: MaybeMember, role: CampaignRole): MaybeMember => now && { ...now, role }
const lying = (now: MaybeMember, inTrash: boolean): MaybeMember => now && { ...now, inTrash }

type Becomes = (known: Known, event: AccountEvent, userId: string) => MaybeMember
const becomes: Readonly<Record<string, Becomes>> = {
  CampaignCreated: ({ now, inTrash }, event, userId) =>
    event.data.ownerId === userId ? joined(campaignRoles.OWNER, event, inTrash) : now,
  MemberJoined: ({ now, inTrash }, event, userId) =>
    event.data.userId === userId ? joined(event.data.role as CampaignRole, event, inTrash) : now,
  MemberRemoved: ({ now }, { data }, userId) => (data.userId === userId ? null : now),
  MemberLeft: ({ now }, { data }, userId) => (data.userId === userId ? null : now),
  MemberRoleChanged: ({ now }, { data }, userId) => (data.userId === userId ? as(now, data.role as CampaignRole) : now),
  OwnershipTransferred({ now }, { data }, userId) {
    if (data.newOwnerId === userId) return as(now, campaignRoles.OWNER)
    return data.oldOwnerId === userId ? as(now, campaignRoles.DM) : now
  },
  CampaignDeleted: ({ now }) => lying(now, true),
  CampaignRestored: ({ now }) => lying(now, false),
} satisfies Partial<Record<keyof typeof campaignEvents, Becomes>>

/** A user's roles in a campaign over time, from its own stream. */
export const membershipOf = (userId: string): Fold<Known> => ({
  initial: { now: null, inTrash: false, changes: [] },
  evolve(known, event) {
    const { now: before, changes } = known
    const inTrash = event.type === 'CampaignDeleted' || (known.inTrash && event.type !== 'CampaignRestored')
    const after = becomes[event.type]?.({ ...known, inTrash }, event, userId)
    if (after === undefined || after === before) return inTrash === known.inTrash ? known : { ...known, inTrash }
    return { now: after, inTrash, changes: [...changes, { event, before, after }] }
  },
})
