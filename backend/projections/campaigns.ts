import { z } from 'zod'
import type { campaignEvents } from '#domain/campaigns.ts'
import { CampaignRole, campaignRoles } from '#domain/roles.ts'
import { view } from './view.ts'

export const CampaignRow = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  rpgSystemCode: z.string(),
  /** Code of the adventure that the campaign was created from; null if there is none. */
  publicAdventureCode: z.string().nullable(),
  welcomeMessage: z.string(),
  backgroundImageUri: z.string().nullable(),
  ownerId: z.uuid(),
  /** Time of the copied state; null unless the campaign is a copy, which is read-only. */
  asOf: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
})
export type CampaignRow = z.infer<typeof CampaignRow>

/** The address of a background names its file, so browsers may cache it for ever. */
const backgroundUri = (campaignId: string, key: string) =>
  `/api/campaigns/${campaignId}/background/${key.slice(key.lastIndexOf('/') + 1)}`

export const campaignsView = view(CampaignRow)<typeof campaignEvents>({
  table: 'campaigns',
  on: {
    CampaignCreated: ({ campaignId: id, copyOf, publicAdventureCode, ...given }, { at }) => ({
      put: {
        id,
        name: given.name,
        description: given.description,
        rpgSystemCode: given.rpgSystemCode,
        publicAdventureCode,
        welcomeMessage: '',
        backgroundImageUri: null,
        ownerId: given.ownerId,
        asOf: copyOf?.at ?? null,
        createdAt: at,
        updatedAt: at,
        deletedAt: null,
        deletedBy: null,
      },
    }),
    CampaignRenamed: ({ campaignId: id, name }, { at }) => ({ update: { name, updatedAt: at }, where: { id } }),
    CampaignDescribed: ({ campaignId: id, description }, { at }) => ({
      update: { description, updatedAt: at },
      where: { id },
    }),
    CampaignSystemChanged: ({ campaignId: id, rpgSystemCode }, { at }) => ({
      update: { rpgSystemCode, updatedAt: at },
      where: { id },
    }),
    WelcomeMessageChanged: ({ campaignId: id, welcomeMessage }, { at }) => ({
      update: { welcomeMessage, updatedAt: at },
      where: { id },
    }),
    BackgroundImageChanged: ({ campaignId: id, key }, { at }) => ({
      update: { backgroundImageUri: key && backgroundUri(id, key), updatedAt: at },
      where: { id },
    }),
    OwnershipTransferred: ({ campaignId: id, newOwnerId: ownerId }) => ({ update: { ownerId }, where: { id } }),
    CampaignDeleted: ({ campaignId: id }, { at: deletedAt, metadata }) => ({
      update: { deletedAt, deletedBy: metadata.actor },
      where: { id },
    }),
    CampaignRestored: ({ campaignId: id }) => ({ update: { deletedAt: null, deletedBy: null }, where: { id } }),
  },
})

/** A member of a campaign with their role. `id` is `campaignId:userId`. */
export const MemberRow = z.object({
  id: z.string(),
  campaignId: z.uuid(),
  userId: z.uuid(),
  role: CampaignRole,
  joinedAt: z.string(),
})
export type MemberRow = z.infer<typeof MemberRow>

const memberId = (campaignId: string, userId: string) => `${campaignId}:${userId}`

export const membersView = view(MemberRow)<typeof campaignEvents>({
  table: 'members',
  on: {
    CampaignCreated: ({ campaignId, ownerId: userId }, { at: joinedAt }) => ({
      put: { id: memberId(campaignId, userId), campaignId, userId, role: campaignRoles.OWNER, joinedAt },
    }),
    MemberJoined: ({ campaignId, userId, role }, { at: joinedAt }) => ({
      put: { id: memberId(campaignId, userId), campaignId, userId, role, joinedAt },
    }),
    MemberRoleChanged: ({ campaignId, userId, role }) => ({
      update: { role },
      where: { id: memberId(campaignId, userId) },
    }),
    OwnershipTransferred: ({ campaignId, newOwnerId, oldOwnerId }) => [
      { update: { role: campaignRoles.OWNER }, where: { id: memberId(campaignId, newOwnerId) } },
      { update: { role: campaignRoles.DM }, where: { id: memberId(campaignId, oldOwnerId) } },
    ],
    MemberRemoved: ({ campaignId, userId }) => ({ remove: { id: memberId(campaignId, userId) } }),
    MemberLeft: ({ campaignId, userId }) => ({ remove: { id: memberId(campaignId, userId) } }),
  },
})

/** An invitation, by its id; the code in its link is derived from the id and never stored. */
export const InvitationRow = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  createdBy: z.uuid(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
})
export type InvitationRow = z.infer<typeof InvitationRow>

export const invitationsView = view(InvitationRow)<typeof campaignEvents>({
  table: 'invitations',
  on: {
    InvitationCreated: ({ inviteId: id, campaignId, createdBy, expiresAt }, { at: createdAt }) => ({
      put: { id, campaignId, createdBy, createdAt, expiresAt, revokedAt: null },
    }),
    InvitationRevoked: ({ inviteId: id }, { at: revokedAt }) => ({ update: { revokedAt }, where: { id } }),
  },
})

/** A file of a campaign. Size in bytes. */
export const CampaignFileRow = z.object({
  id: z.uuid(),
  campaignId: z.uuid(),
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  key: z.string(),
  addedBy: z.uuid(),
  createdAt: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
})
export type CampaignFileRow = z.infer<typeof CampaignFileRow>

export const campaignFilesView = view(CampaignFileRow)<typeof campaignEvents>({
  table: 'campaign_files',
  on: {
    CampaignFileAdded: ({ campaignId, addedBy, file: { fileId: id, name, mime, size, key } }, { at: createdAt }) => ({
      put: { id, campaignId, name, mime, size, key, addedBy, createdAt, deletedAt: null, deletedBy: null },
    }),
    CampaignFileRemoved: ({ fileId: id }, { at: deletedAt, metadata }) => ({
      update: { deletedAt, deletedBy: metadata.actor },
      where: { id },
    }),
    CampaignFileRestored: ({ fileId: id }) => ({ update: { deletedAt: null, deletedBy: null }, where: { id } }),
    CampaignFilePurged: ({ fileId: id }) => ({ remove: { id } }),
  },
})
