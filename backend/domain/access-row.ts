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
 * Who may see each item, by the item's id: what the realtime feed and every query filter by. What follows another item is seen by who sees
 * that one, and by its own owner; what follows two, by who sees both.
 */
export const AccessRow = z.object({
  id: z.uuid(),
  ownerId: z.uuid(),
  campaignId: z.uuid().nullable(),
  /** Of what follows other items, theirs. */
  visibility: Visibility,
  /** The item that it is seen like; null for what says itself who sees it. */
  sameAs: z.uuid().nullable(),
  /** The second item that has to be seen for it. */
  andSameAs: z.uuid().nullable(),
  /** Of those who see what it follows, only the DMs and its owner see it. */
  isForDms: z.boolean(),
  /** Every member who sees it may write in it, if lore or a section of lore. */
  isOpen: z.boolean(),
  /** Only its owner sees it, and none who acts as them. */
  isInPerson: z.boolean(),
  /** The people who see it, where it names them. */
  users: z.array(z.uuid()).nullable(),
  /** Who sees it. */
  channels: z.array(z.string()),
})
export type AccessRow = z.infer<typeof AccessRow>

/** The effect of an event on rows of access. */
export type AccessChange = { put: AccessRow } | { update: Partial<AccessRow>; where: Partial<AccessRow> }

type Common = Pick<AccessRow, 'id' | 'ownerId' | 'campaignId'>
/** Whose access an item has, as an event says it: its own, another's, that of both ends, or that of named people. */
type Reference =
  | { visibility: Visibility; sameAs?: string | null; isForDms?: boolean }
  | { bothOf: readonly [string, string] }
  | { users: readonly string[] }
  | { isInPerson: true }

/** A row as an event says it; whom that comes to is resolved once everything that it follows is known. */
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

/** In another campaign than what it follows, only its owner has access, or no user: the members of neither may learn of the other. */
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
