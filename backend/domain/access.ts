import { z } from 'zod'
import { type CampaignRole, isDm } from './campaigns.ts'

/** Who may see a thing: its owner alone, its campaign's DMs too, or every member. On the wire in upper case. */
export const Visibility = z.enum(['PRIVATE', 'DM', 'CAMPAIGN'])
export type Visibility = z.infer<typeof Visibility>

/** What decides who may see an item. The one policy behind lists, files, search, the graph and the realtime feed. */
export interface Access {
  ownerId: string
  campaignId: string | null
  visibility: Visibility
}

/** The channel that a user listens to in all of their tabs. */
export const channelOf = (userId: string): string => `user:${userId}`

/** Channels that an item's events are sent on; a socket listens to those its user belongs to. */
export const channelsOf = ({ ownerId, campaignId, visibility }: Access): string[] => {
  const owner = channelOf(ownerId)
  if (campaignId === null || visibility === 'PRIVATE') return [owner]
  return [owner, visibility === 'DM' ? `campaign-dm:${campaignId}` : `campaign:${campaignId}`]
}

export interface Viewer {
  userId: string
  /** The viewer's role in each of their campaigns, by campaign id. */
  roles: Readonly<Record<string, CampaignRole>>
}

export const channelsFor = ({ userId, roles }: Viewer): string[] => [
  channelOf(userId),
  ...Object.entries(roles).flatMap(([campaignId, role]) =>
    isDm(role) ? [`campaign:${campaignId}`, `campaign-dm:${campaignId}`] : [`campaign:${campaignId}`],
  ),
]

/** Seeing is sharing a channel, so a list and the feed cannot disagree. */
export const maySee = (viewer: Viewer, access: Access): boolean => {
  const mine = channelsFor(viewer)
  return channelsOf(access).some((channel) => mine.includes(channel))
}
