import { z } from 'zod'
import { accessRow } from './access-row.ts'
import { campaignNameLimit, defaultCampaignName } from './campaign-words.ts'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import { type Kind, type Redaction, toNull } from './kind.ts'
import { type Ability, can, viewerAs } from './rights.ts'
import { AssignableRole, CampaignRole, campaignRoles, isOwner } from './roles.ts'
import { text } from './text.ts'

const campaignId = z.uuid()
const userId = z.uuid()
const inviteId = z.uuid()
const fileId = z.uuid()
/** ISO time. */
const time = z.iso.datetime()

export const memberLimit = 200
/** Maximum number of files in a campaign. */
export const campaignFileLimit = 500

/** An empty name becomes the default. */
export const CampaignName = z
  .string()
  .trim()
  .max(campaignNameLimit)
  .transform((name) => name || defaultCampaignName)

/** A file of the campaign: its storage key, never its content. Size in bytes. */
export const CampaignFile = z.object({
  fileId,
  name: erasable(z.string().trim().min(1).max(255)),
  key: z.string(),
  mime: z.string(),
  size: z.int().nonnegative(),
})

/** The source campaign of a copy and the copied moment. Only the copying operation may change such a campaign. */
export const CopyOf = z.object({ campaignId, at: time, operationId: z.uuid() })

const commands = {
  CreateCampaign: z.object({
    campaignId,
    ownerId: userId,
    name: CampaignName,
    description: text(10_000),
    rpgSystemCode: z.string().trim().min(1).max(100),
    publicAdventureCode: z.string().max(100).nullable(),
    copyOf: CopyOf.nullish(),
  }),
  RenameCampaign: z.object({ campaignId, name: CampaignName }),
  DescribeCampaign: z.object({ campaignId, description: text(10_000) }),
  ChangeCampaignSystem: z.object({ campaignId, rpgSystemCode: z.string().trim().min(1).max(100) }),
  ChangeWelcomeMessage: z.object({ campaignId, welcomeMessage: text(5_000) }),
  /** A null `key` removes the image. */
  ChangeBackgroundImage: z.object({ campaignId, key: z.string().nullable() }),
  CreateInvitation: z.object({ campaignId, inviteId, createdBy: userId, expiresAt: time.nullable() }),
  RevokeInvitation: z.object({ campaignId, inviteId }),
  /** `now` is the time of the request; an expired invitation is refused. */
  JoinCampaign: z.object({ campaignId, inviteId, userId, now: time }),
  /** `by` is the requester. Their role is checked here, where roles change, since a view may lag behind. */
  RemoveMember: z.object({ campaignId, userId, by: userId }),
  LeaveCampaign: z.object({ campaignId, userId }),
  ChangeMemberRole: z.object({ campaignId, userId, role: AssignableRole, by: userId }),
  TransferOwnership: z.object({ campaignId, newOwnerId: userId, by: userId }),
  AddCampaignFile: z.object({ campaignId, addedBy: userId, file: CampaignFile }),
  RemoveCampaignFile: z.object({ campaignId, fileId, by: userId }),
  RestoreCampaignFile: z.object({ campaignId, fileId, by: userId }),
  /** Permanently deletes a removed file, on request of its uploader `by`; null: after the Trash's retention period. */
  PurgeCampaignFile: z.object({ campaignId, fileId, by: userId.nullable() }),
  DeleteCampaign: z.object({ campaignId, by: userId }),
  RestoreCampaign: z.object({ campaignId, by: userId }),
}

const written = erasable(z.string())

export const campaignEvents = {
  CampaignCreated: z.object({
    campaignId,
    ownerId: userId,
    name: written,
    description: written,
    rpgSystemCode: written,
    publicAdventureCode: z.string().nullable(),
    copyOf: CopyOf.nullish(),
  }),
  CampaignRenamed: z.object({ campaignId, name: written }),
  CampaignDescribed: z.object({ campaignId, description: written }),
  CampaignSystemChanged: z.object({ campaignId, rpgSystemCode: written }),
  WelcomeMessageChanged: z.object({ campaignId, welcomeMessage: written }),
  BackgroundImageChanged: z.object({ campaignId, key: z.string().nullable() }),
  InvitationCreated: z.object({ campaignId, inviteId, createdBy: userId, expiresAt: time.nullable() }),
  InvitationRevoked: z.object({ campaignId, inviteId }),
  MemberJoined: z.object({ campaignId, userId, role: CampaignRole, inviteId }),
  MemberRemoved: z.object({ campaignId, userId }),
  MemberLeft: z.object({ campaignId, userId }),
  MemberRoleChanged: z.object({ campaignId, userId, role: CampaignRole }),
  OwnershipTransferred: z.object({ campaignId, newOwnerId: userId, oldOwnerId: userId }),
  CampaignFileAdded: z.object({ campaignId, addedBy: userId, file: CampaignFile }),
  CampaignFileRemoved: z.object({ campaignId, fileId }),
  CampaignFileRestored: z.object({ campaignId, fileId }),
  /** The file's bytes are deleted too; irreversible. */
  CampaignFilePurged: z.object({ campaignId, fileId, key: z.string() }),
  CampaignDeleted: z.object({ campaignId }),
  CampaignRestored: z.object({ campaignId }),
}

interface Invitation {
  expiresAt: string | null
  revoked: boolean
  createdBy: string
  /** The number of earlier invitations. */
  place: number
}

interface Campaign {
  exists: boolean
  /** True for a read-only copy of another campaign's past. */
  isCopy: boolean
  deleted: boolean
  name: string
  description: string
  rpgSystemCode: string
  welcomeMessage: string
  background: string | null
  members: Readonly<Record<string, CampaignRole>>
  invitations: Readonly<Record<string, Invitation>>
  /** The invitation by which each member joined. */
  cameBy: Readonly<Record<string, string>>
  /** Removed members, with the number of invitations at their removal. None of these invitations admits them again. */
  removed: Readonly<Record<string, number>>
  files: Readonly<Record<string, { addedBy: string; removed: boolean; key: string; purged?: true }>>
}

const existing = (campaign: Campaign) => {
  if (!campaign.exists) throw new Rejection('campaign_not_found')
  return campaign
}
const present = (campaign: Campaign) => {
  if (existing(campaign).deleted) throw new Rejection('campaign_not_found')
  return campaign
}
const writable = (campaign: Campaign) => {
  if (present(campaign).isCopy) throw new Rejection('campaign_is_copy')
  return campaign
}
const member = (campaign: Campaign, userId: string): CampaignRole => {
  const role = present(campaign).members[userId]
  if (!role) throw new Rejection('member_not_found')
  return role
}
/** A placeholder id: the stream belongs to a single campaign, so any id serves to check rights in it. */
const here = 'here'
const viewerIn = ({ members }: Campaign, userId: string) => viewerAs(userId, here, members[userId])
type OwnersAbility = Ability & ('changeRoles' | 'transfer' | 'deleteCampaign' | 'restoreCampaign')
const owned = (campaign: Campaign, by: string, ability: OwnersAbility) => {
  if (!can(viewerIn(campaign, by), ability, { campaignId: here })) throw new Rejection('only_campaign_owner')
  return campaign
}
/** Returns the file if the requester may remove it: a DM, or the user who added it. */
const ownFile = (campaign: Campaign, { fileId, by }: { fileId: string; by: string }) => {
  const { files, members } = present(campaign)
  const file = files[fileId]
  if (!(by in members)) throw new Rejection('campaign_not_found')
  if (!file || file.purged) throw new Rejection('file_not_found')
  const thing = { campaignId: here, ownerId: file.addedBy }
  if (!can(viewerIn(campaign, by), 'removeFile', thing)) throw new Rejection('forbidden')
  return file
}
const roomForFile = ({ files }: Campaign) => {
  if (Object.values(files).filter(({ removed }) => !removed).length >= campaignFileLimit)
    throw new Rejection('too_many_files', { limit: campaignFileLimit })
}
const withFile = (campaign: Campaign, fileId: string, changed: { removed: boolean; purged?: true }): Campaign => {
  const file = campaign.files[fileId]
  return file ? { ...campaign, files: { ...campaign.files, [fileId]: { ...file, ...changed } } } : campaign
}
const without = <Value>({ ...all }: Record<string, Value>, key: string) => {
  delete all[key]
  return all
}
/**
 * Invitations that could readmit a removed member, or a person they pass one to: the one they joined by, and those they
 * created.
 */
const keysOf = ({ invitations, cameBy }: Campaign, userId: string): string[] =>
  Object.entries(invitations).flatMap(([inviteId, { createdBy, revoked }]) =>
    !revoked && (createdBy === userId || inviteId === cameBy[userId]) ? [inviteId] : [],
  )
/** Drops an event that would set a field to its present value. */
const ifChanged = <Event>(before: unknown, after: unknown, event: Event): Event[] => (before === after ? [] : [event])

/**
 * A campaign, its members and its invitations. Source: the specification's decisions on permissions.
 * One file, because a rule is read together with its command, its event and the state.
 */
export const campaigns: Decider<typeof commands, typeof campaignEvents, Campaign> = {
  category: 'campaigns',
  keyOwner: (_campaign, campaignId) => `campaign:${campaignId}`,
  commands,
  events: campaignEvents,
  initial: {
    exists: false,
    isCopy: false,
    deleted: false,
    name: '',
    description: '',
    rpgSystemCode: '',
    welcomeMessage: '',
    background: null,
    members: {},
    invitations: {},
    cameBy: {},
    removed: {},
    files: {},
  },

  decide: {
    CreateCampaign({ exists, members }, data) {
      if (exists && !isOwner(members[data.ownerId])) throw new Rejection('campaign_exists')
      return exists ? [] : [{ type: 'CampaignCreated', data }]
    },

    RenameCampaign: (campaign, data) =>
      ifChanged(writable(campaign).name, data.name, { type: 'CampaignRenamed', data }),
    DescribeCampaign: (campaign, data) =>
      ifChanged(writable(campaign).description, data.description, { type: 'CampaignDescribed', data }),
    ChangeCampaignSystem: (campaign, data) =>
      ifChanged(writable(campaign).rpgSystemCode, data.rpgSystemCode, { type: 'CampaignSystemChanged', data }),
    ChangeWelcomeMessage: (campaign, data) =>
      ifChanged(writable(campaign).welcomeMessage, data.welcomeMessage, { type: 'WelcomeMessageChanged', data }),
    ChangeBackgroundImage: (campaign, data) =>
      ifChanged(writable(campaign).background, data.key, { type: 'BackgroundImageChanged', data }),

    CreateInvitation: (campaign, data) =>
      data.inviteId in present(campaign).invitations ? [] : [{ type: 'InvitationCreated', data }],

    RevokeInvitation(campaign, data) {
      const invitation = present(campaign).invitations[data.inviteId]
      if (!invitation) throw new Rejection('invitation_not_found')
      return invitation.revoked ? [] : [{ type: 'InvitationRevoked', data }]
    },

    JoinCampaign(campaign, { campaignId, inviteId, userId, now }) {
      const { invitations, members } = present(campaign)
      const invitation = invitations[inviteId]
      if (!invitation) throw new Rejection('invitation_not_found')
      if (userId in members) return []
      if (invitation.revoked) throw new Rejection('invitation_revoked')
      if (invitation.place < (campaign.removed[userId] ?? 0)) throw new Rejection('removed_from_campaign')
      if (invitation.expiresAt !== null && invitation.expiresAt <= now) throw new Rejection('invitation_expired')
      if (Object.keys(members).length >= memberLimit) throw new Rejection('campaign_full', { limit: memberLimit })
      return [{ type: 'MemberJoined', data: { campaignId, userId, role: campaignRoles.PLAYER, inviteId } }]
    },

    RemoveMember(campaign, { campaignId, userId, by }) {
      const role = member(campaign, userId)
      const viewer = viewerIn(campaign, by)
      if (!can(viewer, 'manage', { campaignId: here })) throw new Rejection('only_dm')
      if (isOwner(role)) throw new Rejection('owner_stays')
      if (!can(viewer, 'removeMember', { campaignId: here, userId, role })) throw new Rejection('only_campaign_owner')
      return [
        { type: 'MemberRemoved', data: { campaignId, userId } },
        ...keysOf(campaign, userId).map((inviteId) => ({
          type: 'InvitationRevoked' as const,
          data: { campaignId, inviteId },
        })),
      ]
    },

    LeaveCampaign(campaign, data) {
      const role = present(campaign).members[data.userId]
      if (!role) throw new Rejection('campaign_not_found')
      if (!can(viewerIn(campaign, data.userId), 'leave', { campaignId: here })) throw new Rejection('owner_stays')
      return [{ type: 'MemberLeft', data }]
    },

    ChangeMemberRole(campaign, { campaignId, userId, role, by }) {
      const before = member(owned(present(campaign), by, 'changeRoles'), userId)
      if (isOwner(before)) throw new Rejection('owner_stays')
      return ifChanged(before, role, { type: 'MemberRoleChanged', data: { campaignId, userId, role } })
    },

    TransferOwnership(campaign, { campaignId, newOwnerId, by }) {
      const role = member(owned(present(campaign), by, 'transfer'), newOwnerId)
      if (isOwner(role)) return []
      return [{ type: 'OwnershipTransferred', data: { campaignId, newOwnerId, oldOwnerId: by } }]
    },

    AddCampaignFile(campaign, data) {
      const { files, members } = writable(campaign)
      if (!(data.addedBy in members)) throw new Rejection('campaign_not_found')
      if (data.file.fileId in files) return []
      roomForFile(campaign)
      return [{ type: 'CampaignFileAdded', data }]
    },

    RemoveCampaignFile: (campaign, { campaignId, fileId, by }) =>
      ownFile(campaign, { fileId, by }).removed ? [] : [{ type: 'CampaignFileRemoved', data: { campaignId, fileId } }],

    RestoreCampaignFile(campaign, { campaignId, fileId, by }) {
      if (!ownFile(campaign, { fileId, by }).removed) return []
      roomForFile(campaign)
      return [{ type: 'CampaignFileRestored', data: { campaignId, fileId } }]
    },

    PurgeCampaignFile(campaign, { campaignId, fileId, by }) {
      if (campaign.files[fileId]?.purged) return []
      const file = by === null ? existing(campaign).files[fileId] : ownFile(campaign, { fileId, by })
      if (!file) throw new Rejection('file_not_found')
      const { addedBy, removed, key } = file
      if (by !== null && addedBy !== by) throw new Rejection('only_owner_purges')
      if (!removed) throw new Rejection('purge_not_in_trash')
      return [{ type: 'CampaignFilePurged', data: { campaignId, fileId, key } }]
    },

    DeleteCampaign: (campaign, { campaignId, by }) =>
      owned(existing(campaign), by, 'deleteCampaign').deleted
        ? []
        : [{ type: 'CampaignDeleted', data: { campaignId } }],
    RestoreCampaign: (campaign, { campaignId, by }) =>
      owned(existing(campaign), by, 'restoreCampaign').deleted
        ? [{ type: 'CampaignRestored', data: { campaignId } }]
        : [],
  },

  evolve: {
    CampaignCreated: (campaign, { name, description, rpgSystemCode, ownerId, copyOf }) => ({
      ...campaign,
      exists: true,
      isCopy: !!copyOf,
      name,
      description,
      rpgSystemCode,
      members: { [ownerId]: campaignRoles.OWNER },
    }),
    CampaignRenamed: (campaign, { name }) => ({ ...campaign, name }),
    CampaignDescribed: (campaign, { description }) => ({ ...campaign, description }),
    CampaignSystemChanged: (campaign, { rpgSystemCode }) => ({ ...campaign, rpgSystemCode }),
    WelcomeMessageChanged: (campaign, { welcomeMessage }) => ({ ...campaign, welcomeMessage }),
    BackgroundImageChanged: (campaign, { key: background }) => ({ ...campaign, background }),
    InvitationCreated: (campaign, { inviteId, createdBy, expiresAt }) => {
      const place = Object.keys(campaign.invitations).length
      const invitation = { expiresAt, revoked: false, createdBy, place }
      return { ...campaign, invitations: { ...campaign.invitations, [inviteId]: invitation } }
    },
    InvitationRevoked: (campaign, { inviteId }) => {
      const invitation = campaign.invitations[inviteId]
      if (!invitation) return campaign
      return { ...campaign, invitations: { ...campaign.invitations, [inviteId]: { ...invitation, revoked: true } } }
    },
    MemberJoined: (campaign, { userId, role, inviteId }) => ({
      ...campaign,
      members: { ...campaign.members, [userId]: role },
      cameBy: { ...campaign.cameBy, [userId]: inviteId },
      removed: without(campaign.removed, userId),
    }),
    MemberRemoved: (campaign, { userId }) => ({
      ...campaign,
      members: without(campaign.members, userId),
      removed: { ...campaign.removed, [userId]: Object.keys(campaign.invitations).length },
    }),
    MemberLeft: (campaign, { userId }) => ({ ...campaign, members: without(campaign.members, userId) }),
    MemberRoleChanged: (campaign, { userId, role }) => ({
      ...campaign,
      members: { ...campaign.members, [userId]: role },
    }),
    OwnershipTransferred: (campaign, { newOwnerId, oldOwnerId }) => ({
      ...campaign,
      members: { ...campaign.members, [newOwnerId]: campaignRoles.OWNER, [oldOwnerId]: campaignRoles.DM },
    }),
    CampaignFileAdded: (campaign, { file, addedBy }) => ({
      ...campaign,
      files: { ...campaign.files, [file.fileId]: { addedBy, removed: false, key: file.key } },
    }),
    CampaignFileRemoved: (campaign, { fileId }) => withFile(campaign, fileId, { removed: true }),
    CampaignFileRestored: (campaign, { fileId }) => withFile(campaign, fileId, { removed: false }),
    CampaignFilePurged: (campaign, { fileId }) => withFile(campaign, fileId, { removed: true, purged: true }),
    CampaignDeleted: (campaign) => ({ ...campaign, deleted: true }),
    CampaignRestored: (campaign) => ({ ...campaign, deleted: false }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const campaignRefusals = {
  not_in_campaign_then: [409, 'You did not belong to this campaign then.'],
  campaign_is_copy: [409, 'This campaign is a copy of what another one was. Nothing in it can be changed.'],
  campaign_not_found: [404, 'This campaign does not exist, or you are not part of it.'],
  campaign_exists: [409, 'There is a campaign with this id already.'],
  campaign_full: [409, ({ limit }) => `This campaign is full: it has ${limit} members.`],
  member_not_found: [404, 'This person is not part of the campaign.'],
  owner_stays: [409, 'The owner cannot leave the campaign or lose their role. Transfer the ownership first.'],
  only_campaign_owner: [403, 'Only the owner of the campaign can do this.'],
  only_dm: [403, 'Only a DM or the owner of the campaign can do this.'],
  removed_from_campaign: [403, 'You were removed from this campaign. Ask its DM for a new invitation.'],
  invitation_not_found: [404, 'This invitation does not exist.'],
  invitation_exists: [409, 'There is an invitation with this id already.'],
  invitation_revoked: [410, 'This invitation was withdrawn.'],
  invitation_expired: [410, 'This invitation has expired.'],
  file_not_found: [404, 'This file does not exist, or you may not see it.'],
  too_many_files: [409, ({ limit }) => `This campaign has ${limit} files, which is as many as it can have.`],
} as const satisfies Refusals

/** The last part of a key names the file; the part before may be the id of a picture. */
const toFileName: Redaction = (key) => (typeof key === 'string' ? key.slice(key.lastIndexOf('/') + 1) : null)

export const campaignsKind = {
  events: campaignEvents,
  refusals: campaignRefusals,
  references: {
    // A user who is invited to the copy may not belong to the original.
    CampaignCreated: { copyOf: toNull },
    BackgroundImageChanged: { key: toFileName },
  },
  access: {
    CampaignCreated: ({ campaignId: id, ownerId }) =>
      accessRow({ id, ownerId, campaignId: id, visibility: 'CAMPAIGN' }),
    OwnershipTransferred: ({ campaignId: id, newOwnerId }) => ({ update: { ownerId: newOwnerId }, where: { id } }),
  },
} as const satisfies Kind<typeof campaignEvents>
