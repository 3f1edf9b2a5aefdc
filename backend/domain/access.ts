import { z } from 'zod'
import { type CampaignRole, isDm } from './roles.ts'

/** Who may see a thing: its owner alone, its campaign's DMs too, or every member. On the wire in upper case. */
export const Visibility = z.enum(['PRIVATE', 'DM', 'CAMPAIGN'])
export type Visibility = z.infer<typeof Visibility>

const reach: Record<Visibility, number> = { PRIVATE: 0, DM: 1, CAMPAIGN: 2 }
/** Whether more people see a thing that is seen so than one that is seen as before. */
export const isWider = (visibility: Visibility, before: Visibility): boolean => reach[visibility] > reach[before]

/**
 * Commands of one decision about a thing, each with whether it lets more (1) or fewer (-1) people see it: between two events somebody may
 * look, so what narrows stands first and what widens last. The others keep their order.
 */
export const narrowingFirst = <Command>(
  commands: readonly Command[],
  widens: (command: Command) => -1 | 0 | 1,
): Command[] => commands.toSorted((a, b) => widens(a) - widens(b))

/** What decides who may see an item that says so itself. */
export interface Access {
  ownerId: string
  campaignId: string | null
  visibility: Visibility
}

/** The channel that a user listens to in all of their tabs. */
export const channelOf = (userId: string): string => `user:${userId}`

/** The channel of all who belong to a campaign. */
export const membersChannel = (campaignId: string): string => `campaign:${campaignId}`
const dmsChannel = (campaignId: string): string => `campaign-dm:${campaignId}`
/** What somebody has in a campaign is theirs there for as long as they belong to it: leaving, they stop listening to this. */
const memberChannel = (campaignId: string, userId: string): string => `campaign-user:${campaignId}:${userId}`

/** The channel on which an item's owner hears of it, wherever it is. */
export const ownersChannel = ({ ownerId, campaignId }: Access): string =>
  campaignId === null ? channelOf(ownerId) : memberChannel(campaignId, ownerId)

/** The channels that see an item: a socket listens to those its user belongs to, and a list shows what shares one with its reader. */
export const channelsOf = (access: Access): string[] => {
  const { campaignId, visibility } = access
  const owner = ownersChannel(access)
  if (campaignId === null || visibility === 'PRIVATE') return [owner]
  return [owner, visibility === 'DM' ? dmsChannel(campaignId) : membersChannel(campaignId)]
}

export interface Viewer {
  userId: string
  /** The viewer's role in each of their campaigns, by campaign id. */
  roles: Readonly<Record<string, CampaignRole>>
}

export const channelsFor = ({ userId, roles }: Viewer): string[] => [
  channelOf(userId),
  ...Object.entries(roles).flatMap(([campaignId, role]) => [
    membersChannel(campaignId),
    memberChannel(campaignId, userId),
    ...(isDm(role) ? [dmsChannel(campaignId)] : []),
  ]),
]

/**
 * Whether who listens to these channels hears of what is sent on those. Seeing is sharing a channel, so a list and the feed cannot disagree.
 * Channels of a campaign's things are those of its members: who does not belong to it sees nothing there, what they made themselves neither.
 */
export const hears = (mine: readonly string[], theirs: readonly string[]): boolean =>
  theirs.some((channel) => mine.includes(channel))

/** An item whose channels are known, be they its own or those of what it follows. */
export interface Thing {
  ownerId: string
  campaignId: string | null
  channels: readonly string[]
}

/** An item that says itself who sees it. */
export const thingOf = <Item extends Access>(item: Item): Item & Thing => ({ ...item, channels: channelsOf(item) })

/** Whether all who listen to a channel hear what is sent on these: every channel of a campaign is of its members. */
export const reaches = (channels: readonly string[], channel: string): boolean =>
  channels.includes(channel) ||
  (channel.startsWith('campaign-') && channels.includes(membersChannel(channel.split(':')[1] ?? '')))
