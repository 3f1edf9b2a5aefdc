import { z } from 'zod'
import {
  channelsOf,
  editorsChannels,
  inPersonChannels,
  isWider,
  ownersChannel,
  peoplesChannels,
  sharedChannels,
  Visibility,
} from './access.ts'

/**
 * The access of each item, by the item's id; the realtime feed and every query filter by it. An item that follows
 * another is visible to the viewers of that one and to its own owner; an item that follows two, to users who see both.
 */
export const AccessRow = z.object({
  id: z.uuid(),
  ownerId: z.uuid(),
  campaignId: z.uuid().nullable(),
  /** An item that follows others inherits theirs: of two the narrower, and at most DM if `isForDms`. */
  visibility: Visibility,
  /** The item whose access applies; null if the item declares its own. */
  sameAs: z.uuid().nullable(),
  /** The second followed item; only users who see both see this one. */
  andSameAs: z.uuid().nullable(),
  /** True if, of the viewers of the followed item, only DMs and the owner see this one. */
  isForDms: z.boolean(),
  /** True if every member who sees the lore or segment may write in it. */
  isOpen: z.boolean(),
  /** Only the owner sees the item, and no impersonator of the owner. */
  isInPerson: z.boolean(),
  /** The users who see the item, if the event names them; otherwise null. */
  users: z.array(z.uuid()).nullable(),
  /** The channels whose subscribers see the item. */
  channels: z.array(z.string()),
})
export type AccessRow = z.infer<typeof AccessRow>

/** The effect of an event on rows of access. */
export type AccessChange = { put: AccessRow } | { update: Partial<AccessRow>; where: Partial<AccessRow> }

type Common = Pick<AccessRow, 'id' | 'ownerId' | 'campaignId'>
/**
 * The access that an event declares for an item: its own, another item's, that of both ends, or that of named users.
 */
type Reference =
  | { visibility: Visibility; sameAs?: string | null; isForDms?: boolean }
  | { bothOf: readonly [string, string] }
  | { users: readonly string[] }
  | { isInPerson: true }

/** A row as the event declares it; its channels are resolved once all rows that it follows are known. */
export const accessRow = ({ id, ownerId, campaignId, ...reference }: Common & Reference): AccessChange => {
  const own = {
    id,
    ownerId,
    campaignId,
    visibility: 'PRIVATE',
    sameAs: null,
    andSameAs: null,
    isForDms: false,
    isOpen: false,
    isInPerson: false,
    users: null,
    channels: [],
  } as const
  if ('bothOf' in reference) {
    const [sameAs, andSameAs] = reference.bothOf
    return { put: { ...own, channels: [], sameAs, andSameAs } }
  }
  if ('isInPerson' in reference) return { put: { ...own, channels: [], isInPerson: true } }
  if ('users' in reference) return { put: { ...own, channels: [], users: [...reference.users] } }
  return { put: { ...own, channels: [], ...reference, sameAs: reference.sameAs ?? null } }
}

/** The columns by which a row names what it follows. */
export const followedBy = ['sameAs', 'andSameAs'] as const

/**
 * Resolves the channels of a row from the rows that it follows. A followed row of another campaign is ignored, since the members of
 * neither campaign may learn of the other: then only the owner has access or, if the row follows two, no user.
 */
export const resolvedAccess = (said: AccessRow, followed: readonly (AccessRow | undefined)[]): AccessRow => {
  const [one, other] = followed.map((row) => (row?.campaignId === said.campaignId ? row : undefined))
  if (said.isInPerson) return { ...said, channels: inPersonChannels(said.campaignId, said.ownerId) }
  if (said.users !== null) return { ...said, channels: peoplesChannels(said.campaignId, said.users) }
  if (said.andSameAs !== null) {
    if (!one || !other) return { ...said, visibility: 'PRIVATE', channels: [] }
    const { visibility } = isWider(one.visibility, other.visibility) ? other : one
    return { ...said, visibility, channels: sharedChannels(one.channels, other.channels) }
  }
  if (said.sameAs === null) return { ...said, channels: channelsOf(said) }
  const isOpen = one?.isOpen ?? false
  if (said.isForDms) {
    const visibility = one?.visibility === 'CAMPAIGN' ? 'DM' : (one?.visibility ?? 'PRIVATE')
    return { ...said, visibility, isOpen, channels: editorsChannels({ ...said, channels: one?.channels ?? [] }) }
  }
  return {
    ...said,
    visibility: one?.visibility ?? 'PRIVATE',
    isOpen,
    channels: [...new Set([ownersChannel(said), ...(one?.channels ?? [])])],
  }
}
