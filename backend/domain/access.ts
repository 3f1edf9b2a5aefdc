import { z } from 'zod'
import { type CampaignRole, isDm } from './roles.ts'

/** Who may see a thing: its owner alone, its campaign's DMs too, or every member. On the wire in upper case. */
export const Visibility = z.enum(['PRIVATE', 'DM', 'CAMPAIGN'])
export type Visibility = z.infer<typeof Visibility>

const reach: Record<Visibility, number> = { PRIVATE: 0, DM: 1, CAMPAIGN: 2 }
/** Whether more people see a thing that is seen so than one that is seen as before. */
export const isWider = (visibility: Visibility, before: Visibility): boolean => reach[visibility] > reach[before]

/**
 * Commands of one decision about a thing, each with whether it lets more (1) or fewer (-1) people see it: a viewer may
 * read between two events, so commands that narrow access are first and those that widen it last. The others retain their order.
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
/** A member's own items in a campaign are theirs for as long as they belong to it: a former member no longer receives this channel. */
const memberChannel = (campaignId: string, userId: string): string => `campaign-user:${campaignId}:${userId}`
/** The same in person alone: an impersonator does not subscribe to it. */
const personChannel = (campaignId: string, userId: string): string => `campaign-person:${campaignId}:${userId}`
/** The channel of one user for as long as they are a DM of the campaign. */
const dmChannel = (campaignId: string, userId: string): string => `campaign-dm-user:${campaignId}:${userId}`

/** The channel on which an item's owner hears of it, wherever it is. */
export const ownersChannel = ({ ownerId, campaignId }: Pick<Access, 'ownerId' | 'campaignId'>): string =>
  campaignId === null ? channelOf(ownerId) : memberChannel(campaignId, ownerId)

/** The channels that see an item: a socket listens to those its user belongs to, and a list shows what shares one with its reader. */
export const channelsOf = (access: Access): string[] => {
  const { campaignId, visibility } = access
  const owner = ownersChannel(access)
  if (campaignId === null || visibility === 'PRIVATE') return [owner]
  return [owner, visibility === 'DM' ? dmsChannel(campaignId) : membersChannel(campaignId)]
}

/** By what a user is admitted: a session, or work that is done on their behalf without a request. */
export type PrincipalKind = 'session' | 'work'

/** A user and the kind of access that was admitted for them. Their rights, and what is cached for them, are by both. */
export interface Principal {
  kind: PrincipalKind
  userId: string
  /** The user's own session, or work that is theirs alone; an impersonator's session is not. */
  isInPerson: boolean
}

/** Work on behalf of a user, such as a job or an operation. It reads nothing that is for them in person unless it says so. */
export const workFor = (userId: string, { isInPerson = false } = {}): Principal => ({
  kind: 'work',
  userId,
  isInPerson,
})

/** Equal for principals that may read the same, now and later. */
export const keyOfPrincipal = ({ kind, userId, isInPerson }: Principal): string =>
  `${kind}${isInPerson ? '-in-person' : ''}:${userId}`

/** A principal with the rights of a moment. */
export interface Viewer extends Principal {
  /** The viewer's role in each of their campaigns, by campaign id. */
  roles: Readonly<Record<string, CampaignRole>>
}

/** The channels that a viewer receives. Called once for each row of a list. */
export const channelsFor = (viewer: Viewer): readonly string[] => {
  const known = channels.get(viewer)
  if (known) return known
  const { userId, roles, isInPerson } = viewer
  const found = [
    channelOf(userId),
    ...Object.entries(roles).flatMap(([campaignId, role]) => [
      membersChannel(campaignId),
      memberChannel(campaignId, userId),
      ...(isInPerson ? [personChannel(campaignId, userId)] : []),
      ...(isDm(role) ? [dmsChannel(campaignId), dmChannel(campaignId, userId)] : []),
    ]),
  ]
  channels.set(viewer, found)
  return found
}
const channels = new WeakMap<Viewer, readonly string[]>()

/**
 * True if a subscriber to the channels `mine` receives what is sent on `theirs`. Lists and the feed use this same
 * overlap, so they cannot disagree. Things of a campaign use channels of its members: a user outside of the campaign
 * sees nothing in it, not even their own items.
 */
export const sharesChannel = (mine: readonly string[], theirs: readonly string[]): boolean =>
  theirs.some((channel) => mine.includes(channel))

/** An item whose channels are known, be they its own or those of what it follows. */
export interface Thing {
  ownerId: string
  campaignId: string | null
  channels: readonly string[]
  /** Every member of the campaign who sees it may write in it. */
  isOpen?: boolean
}

/** Adds the channels to an item that declares its own visibility. */
export const thingOf = <Item extends Access>(item: Item): Item & Thing => ({ ...item, channels: channelsOf(item) })

/** The channels on which people hear of something wherever they have it: a campaign's, as its members, or their own. */
export const peoplesChannels = (campaignId: string | null, userIds: readonly string[]): string[] =>
  userIds.map((userId) => (campaignId === null ? channelOf(userId) : memberChannel(campaignId, userId)))

/** The personal channels of those members of a campaign who are Dungeon Masters. */
export const dmsOwnChannels = (
  campaignId: string,
  members: readonly { userId: string; role: CampaignRole }[],
): string[] =>
  peoplesChannels(
    campaignId,
    members.filter(({ role }) => isDm(role)).map(({ userId }) => userId),
  )

/** Whether what is sent on these channels is for one person alone, and hidden from an impersonator. */
export const isInPersonOnly = (channels: readonly string[]): boolean =>
  channels.length > 0 && channels.every((channel) => audienceOf(channel).isInPerson)

/** The channel of a member's own session in a campaign. Outside of every campaign there is none. */
export const inPersonChannels = (campaignId: string | null, userId: string): string[] =>
  campaignId === null ? [] : [personChannel(campaignId, userId)]

/** The members that a channel addresses. */
interface ChannelAudience {
  /** Null is outside of every campaign. */
  campaignId: string | null
  isDm: boolean
  /** Null is everybody there. */
  userId: string | null
  isInPerson: boolean
}

const audienceOf = (channel: string): ChannelAudience => {
  const [kind, first = '', second = null] = channel.split(':')
  if (kind === 'user') return { campaignId: null, isDm: false, userId: first, isInPerson: false }
  const isDm = kind === 'campaign-dm' || kind === 'campaign-dm-user'
  return { campaignId: first, isDm, userId: second, isInPerson: kind === 'campaign-person' }
}

const channelTo = ({ campaignId, isDm, userId, isInPerson }: ChannelAudience): string | undefined => {
  // No channel is of a DM in person alone: such an audience is left out.
  if (isInPerson) return campaignId === null || userId === null || isDm ? undefined : personChannel(campaignId, userId)
  if (campaignId === null) return userId === null ? undefined : channelOf(userId)
  if (userId === null) return isDm ? dmsChannel(campaignId) : membersChannel(campaignId)
  return isDm ? dmChannel(campaignId, userId) : memberChannel(campaignId, userId)
}

/** Returns the members whom both channels address, or undefined for channels of different campaigns or users. */
const intersect = (one: ChannelAudience, other: ChannelAudience): ChannelAudience | undefined => {
  const [campaignId, userId] = [one.campaignId ?? other.campaignId, one.userId ?? other.userId]
  if (campaignId !== (other.campaignId ?? campaignId) || userId !== (other.userId ?? userId)) return undefined
  const isInPerson = one.isInPerson || other.isInPerson
  return { campaignId, userId, isDm: one.isDm || other.isDm, isInPerson }
}

/** The channels of subscribers who receive both what is sent on `these` and what is sent on `those`. */
export const sharedChannels = (these: readonly string[], those: readonly string[]): string[] => {
  const all = these.flatMap((one) =>
    those.flatMap((other) => {
      const both = intersect(audienceOf(one), audienceOf(other))
      return (both && channelTo(both)) ?? []
    }),
  )
  const distinct = [...new Set(all)]
  return distinct.filter((channel) => !coversChannel(without(distinct, channel), channel))
}
const without = (channels: readonly string[], channel: string) => channels.filter((one) => one !== channel)

/** Narrows `channels` to the subscribers who are DMs of the campaign. */
export const dmsAmong = (campaignId: string, channels: readonly string[]): string[] =>
  sharedChannels(channels, [dmsChannel(campaignId)])

/** True if every subscriber to `channel` receives what is sent on `channels`. */
export const coversChannel = (channels: readonly string[], channel: string): boolean => {
  const listeners = audienceOf(channel)
  return channels.some((one) => one === channel || isSame(intersect(audienceOf(one), listeners), listeners))
}
const isSame = (one: ChannelAudience | undefined, other: ChannelAudience) =>
  one?.campaignId === other.campaignId &&
  one.isDm === other.isDm &&
  one.userId === other.userId &&
  one.isInPerson === other.isInPerson

/** The channels of those who may edit a thing (`can(…, 'edit', …)`): its owner's and, of those who see it, the DMs'. */
export const editorsChannels = (thing: Thing): string[] => {
  const owner = ownersChannel(thing)
  const dms = thing.campaignId === null ? [] : dmsAmong(thing.campaignId, thing.channels)
  return [owner, ...dms.filter((channel) => !coversChannel([owner], channel))]
}
