import { z } from 'zod'
import { type Decider, Rejection } from './decider.ts'

const campaignId = z.uuid()
const userId = z.uuid()

/** Roles on the wire, as the specification numbers them. */
export const campaignRoles = { DM: 1, PLAYER: 2, OWNER: 3 } as const
export const CampaignRole = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type CampaignRole = z.infer<typeof CampaignRole>

/** An owner may do whatever a DM may. */
export const isDm = (role: CampaignRole | undefined): boolean =>
  role === campaignRoles.DM || role === campaignRoles.OWNER

export const defaultCampaignName = 'New Campaign'
export const defaultRpgSystem = 'D&D'
export const campaignNameLimit = 200

/** An empty name becomes the default. */
export const CampaignName = z
  .string()
  .trim()
  .max(campaignNameLimit)
  .transform((name) => name || defaultCampaignName)

const commands = {
  CreateCampaign: z.object({
    campaignId,
    ownerId: userId,
    name: CampaignName,
    description: z.string().max(10_000),
    rpgSystemCode: z.string().trim().min(1).max(100),
    publicAdventureCode: z.string().max(100).nullable(),
  }),
  RenameCampaign: z.object({ campaignId, name: CampaignName }),
}

export const campaignEvents = {
  CampaignCreated: z.object({
    campaignId,
    ownerId: userId,
    name: z.string(),
    description: z.string(),
    rpgSystemCode: z.string(),
    publicAdventureCode: z.string().nullable(),
  }),
  CampaignRenamed: z.object({ campaignId, name: z.string() }),
}

type Campaign = { name: string; ownerId: string } | null

export const campaigns: Decider<typeof commands, typeof campaignEvents, Campaign> = {
  category: 'campaigns',
  commands,
  events: campaignEvents,
  initial: null,

  decide: {
    CreateCampaign(campaign, data) {
      if (campaign && campaign.ownerId !== data.ownerId) throw new Rejection('campaign_exists')
      return campaign ? [] : [{ type: 'CampaignCreated', data }]
    },

    RenameCampaign(campaign, data) {
      if (!campaign) throw new Rejection('campaign_not_found')
      return campaign.name === data.name ? [] : [{ type: 'CampaignRenamed', data }]
    },
  },

  evolve: {
    CampaignCreated: (_none, { name, ownerId }) => ({ name, ownerId }),
    CampaignRenamed: (campaign, { name }) => campaign && { ...campaign, name },
  },
}
