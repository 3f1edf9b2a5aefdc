import { z } from 'zod'
import { type CampaignRole, isDm } from './roles.ts'

/** The viewers of a thing: its owner alone, its campaign's DMs too, or every member. On the wire in upper case. */
export const Visibility = z.enum(['PRIVATE', 'DM', 'CAMPAIGN'])
export type Visibility = z.infer<typeof Visibility>

const reach: Record<Visibility, number> = { PRIVATE: 0, DM: 1, CAMPAIGN: 2 }
/** Returns true if more people see a thing with `visibility` than with the visibility `before`. */
export const isWider = (visibility: Visibility, before: Visibility): boolean => reach[visibility] > reach[before]

/**
 * Sorts the commands of one decision. A viewer may read between two events, so commands that narrow access (`widens` returns -1)
 * are first and those that widen it (1) last. Commands of equal effect retain their order.
 */
export const narrowingFirst = <Command>(
  commands: readonly Command[],
  widens: (command: Command) => -1 | 0 | 1,
): Command[] => commands.toSorted((a, b) => widens(a) - widens(b))

/** The fields that decide the access to an item that declares its own visibility. */
export interface Access {
  ownerId: string
  campaignId: string | null
  visibility: Visibility
}

/** The channel that a user listens to in all of their tabs. */
export const channelOf = (userId: string): string => `user:${userId}`

/** The channel of all members of a campaign. */
export const membersChannel = (campaignId: string): string => `campaign:${campaignId}`
const dmsChannel = (campaignId: string): string => `campaign-dm:${campaignId}`
/** The channel of a member's own items in a campaign. A former member no longer receives it. */
const memberChannel = (campaignId: string, userId: string): string => `campaign-user:${campaignId}:${userId}`
/** Like `memberChannel`, except that an impersonator does not subscribe to it. */
const personChannel = (campaignId: string, userId: string): string => `campaign-person:${campaignId}:${userId}`
/** The channel of one user for as long as they are a DM of the campaign. */
const dmChannel = (campaignId: string, userId: string): string => `campaign-dm-user:${campaignId}:${userId}`

/** The channel on which an owner receives their item: a campaign's or, outside of every campaign, the owner's. */
export const ownersChannel = ({ ownerId, campaignId }: Pick<Access, 'ownerId' | 'campaignId'>): string =>
  campaignId === null ? channelOf(ownerId) : memberChannel(campaignId, ownerId)

/** The channels of an item's viewers. A socket subscribes to its user's channels; a list has the items that share one with the viewer. */
export const channelsOf = (access: Access): string[] => {
  const { campaignId, visibility } = access
  const owner = ownersChannel(access)
  if (campaignId === null || visibility === 'PRIVATE') return [owner]
  return [owner, visibility === 'DM' ? dmsChannel(campaignId) : membersChannel(campaignId)]
}

/** The origin of a user's access: a session, or work on the user's behalf without a request. */
export type PrincipalKind = 'session' | 'work'

/** A user and the kind of their access. Rights and cache entries depend on both. */
export interface Principal {
  kind: PrincipalKind
  userId: string
  /** The user's own session, or work that is theirs alone; an impersonator's session is not. */
  isInPerson: boolean
}

/** Creates the principal of work for a user, such as a job or an operation. It reads in-person items only if `isInPerson` is set. */
export const workFor = (userId: string, { isInPerson = false } = {}): Principal => ({
  kind: 'work',
  userId,
  isInPerson,
})

/** Returns equal keys for principals that may read the same items, now and later. */
export const keyOfPrincipal = ({ kind, userId, isInPerson }: Principal): string =>
  `${kind}${isInPerson ? '-in-person' : ''}:${userId}`

/** A principal with their campaign roles at one moment. */
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

/** An item with its resolved channels: its own, or those derived from the item that it follows. */
export interface Thing {
  ownerId: string
  campaignId: string | null
  channels: readonly string[]
  /** Every member of the campaign who sees it may write in it. */
  isOpen?: boolean
}

/** Adds the channels to an item that declares its own visibility. */
export const thingOf = <Item extends Access>(item: Item): Item & Thing => ({ ...item, channels: channelsOf(item) })

/** The personal channels of users: in a campaign those of its members or, for null, those outside of every campaign. */
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

/** Returns true if there are channels and each is an in-person channel, which no impersonator receives. */
export const isInPersonOnly = (channels: readonly string[]): boolean =>
  channels.length > 0 && channels.every((channel) => audienceOf(channel).isInPerson)

/** The channel of a member's own session in a campaign. Outside of every campaign there is none. */
export const inPersonChannels = (campaignId: string | null, userId: string): string[] =>
  campaignId === null ? [] : [personChannel(campaignId, userId)]

/** The members that a channel addresses. */
interface ChannelAudience {
  /** Null: outside of every campaign. */
  campaignId: string | null
  isDm: boolean
  /** Null: not restricted to one user. */
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
  // There is no in-person channel for DMs only, so such an audience is dropped.
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
