import { z } from 'zod'
import { CampaignRole, campaignEvents, campaignRoles } from '#domain/campaigns.ts'
import { view } from './view.ts'

export const CampaignRow = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  rpgSystemCode: z.string(),
  ownerId: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type CampaignRow = z.infer<typeof CampaignRow>

export const campaignsView = view(
  campaignEvents,
  CampaignRow,
)({
  table: 'campaigns',
  on: {
    CampaignCreated: ({ campaignId: id, name, description, rpgSystemCode, ownerId }, { at }) => ({
      put: { id, name, description, rpgSystemCode, ownerId, createdAt: at, updatedAt: at },
    }),
    CampaignRenamed: ({ campaignId: id, name }, { at }) => ({ update: { name, updatedAt: at }, where: { id } }),
  },
})

/** Who belongs to a campaign and as what. `id` is `campaignId:userId`. */
export const MemberRow = z.object({
  id: z.string(),
  campaignId: z.uuid(),
  userId: z.uuid(),
  role: CampaignRole,
  joinedAt: z.string(),
})
export type MemberRow = z.infer<typeof MemberRow>

export const membersView = view(
  campaignEvents,
  MemberRow,
)({
  table: 'members',
  on: {
    CampaignCreated: ({ campaignId, ownerId: userId }, { at }) => ({
      put: { id: `${campaignId}:${userId}`, campaignId, userId, role: campaignRoles.OWNER, joinedAt: at },
    }),
  },
})
