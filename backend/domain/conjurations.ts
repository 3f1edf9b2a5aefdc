import { z } from 'zod'
import { isWider, narrowingFirst, Visibility } from './access.ts'
import { accessRow } from './access-row.ts'
import {
  ConjurationDescription,
  ConjurationName,
  ConjurationTags,
  ConjurationWriters,
  tagLimit,
} from './conjuration-words.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import { type Kind, toNull } from './kind.ts'
import {
  decideSegments,
  evolveSegments,
  moveSegments,
  type Segment,
  segmentCommands,
  segmentEvents,
} from './segments.ts'

const conjurationId = z.uuid()
const userId = z.uuid()
const campaignId = z.uuid().nullable()
const collectionId = z.uuid().nullable()
const operationId = z.uuid()

/** The content of a lore item, which its history compares and restores. */
const content = { name: ConjurationName, description: ConjurationDescription, tags: ConjurationTags }

const commands = {
  ...segmentCommands,
  CreateConjuration: z.object({
    conjurationId,
    userId,
    campaignId,
    collectionId,
    visibility: Visibility,
    ...content,
    copyOf: z.uuid().nullable(),
  }),
  RenameConjuration: z.object({ conjurationId, name: ConjurationName }),
  DescribeConjuration: z.object({ conjurationId, description: ConjurationDescription }),
  TagConjuration: z.object({ conjurationId, tags: ConjurationTags }),
  ChangeConjurationVisibility: z.object({ conjurationId, visibility: Visibility }),
  /**
   * Decides whether viewers may read versions from before they gained access. A wider visibility resets it to false.
   */
  ShowConjurationPast: z.object({ conjurationId, isShown: z.boolean() }),
  ChooseConjurationWriters: z.object({ conjurationId, writers: ConjurationWriters }),
  /** Moves it to a folder of its campaign, or out of all folders (null). */
  MoveConjuration: z.object({ conjurationId, collectionId }),
  /** Moves it to another campaign, or out of all (null): then it is visible to its owner only. */
  MoveConjurationToCampaign: z.object({
    conjurationId,
    campaignId,
    collectionId,
    /** The plain text of the description, if it is stored as a text. */
    description: z.string().optional(),
    isReturn: z.boolean().optional(),
  }),
  /** Records that another item was copied from this one. */
  NoteCopy: z.object({ conjurationId, copyId: z.uuid() }),
  /**
   * Pins the item to the top of its folder for all viewers. Another campaign pins independently; on return the previous
   * pin applies.
   */
  PinConjuration: z.object({ conjurationId, isPinned: z.boolean() }),
  /** The item's representative picture, one of its own. */
  SetPrimaryImage: z.object({ conjurationId, imageId: z.uuid() }),
  /**
   * Restores the content of a version, named by `revision`. A description stored as a text has its own history, and is
   * excluded.
   */
  RestoreConjurationVersion: z.object({
    conjurationId,
    revision: z.int().nonnegative(),
    ...content,
    description: ConjurationDescription.optional(),
  }),
  DeleteConjuration: z.object({ conjurationId, operationId }),
  /** Deletes it if it is blank. */
  DiscardConjuration: z.object({ conjurationId, operationId }),
  RestoreConjuration: z.object({ conjurationId, operationId }),
}

const written = {
  name: erasable(z.string()),
  description: erasable(z.string()),
  tags: erasable(z.array(z.string())),
}

export const conjurationEvents = {
  ConjurationCreated: z.object({
    conjurationId,
    userId,
    campaignId,
    collectionId,
    visibility: Visibility,
    ...written,
    copyOf: z.uuid().nullable(),
  }),
  ConjurationRenamed: z.object({ conjurationId, name: written.name }),
  ConjurationDescribed: z.object({ conjurationId, description: written.description }),
  ConjurationTagged: z.object({ conjurationId, tags: written.tags }),
  ConjurationVisibilityChanged: z.object({ conjurationId, visibility: Visibility }),
  ConjurationPastShown: z.object({ conjurationId }),
  ConjurationPastHidden: z.object({ conjurationId }),
  ConjurationWritersChosen: z.object({ conjurationId, writers: ConjurationWriters }),
  ConjurationMoved: z.object({ conjurationId, collectionId, fromCollectionId: collectionId }),
  ConjurationMovedToCampaign: z.object({
    conjurationId,
    campaignId,
    fromCampaignId: campaignId,
    collectionId,
    /** The content moves with the item, since the previous campaign may be erased. Absent from older events. */
    words: z.object(written).optional(),
    /** True for a return to the previous campaign, which leaves no trace in the other one. */
    isReturn: z.boolean().optional(),
  }),
  ConjurationCopied: z.object({ conjurationId, copyId: z.uuid() }),
  ConjurationPinned: z.object({ conjurationId }),
  ConjurationUnpinned: z.object({ conjurationId }),
  ConjurationPrimaryImageSet: z.object({ conjurationId, imageId: z.uuid() }),
  ConjurationVersionRestored: z.object({
    conjurationId,
    revision: z.int(),
    ...written,
    description: written.description.optional(),
  }),
  ConjurationDeleted: z.object({ conjurationId, campaignId, operationId }),
  ConjurationRestored: z.object({ conjurationId, campaignId, operationId }),
}

interface Conjuration {
  exists: boolean
  userId: string
  campaignId: string | null
  collectionId: string | null
  visibility: Visibility
  /** True if viewers may read versions from before they gained access. */
  isPastShown: boolean
  writers: ConjurationWriters
  name: string
  description: string
  tags: readonly string[]
  copies: readonly string[]
  primaryImageId: string | null
  isPinned: boolean
  /** The segments below the description, including those in the Trash. */
  segments: readonly Segment[]
  /** The campaign in which it was pinned, remembered while it is in another; it is pinned again on return. */
  pinnedIn: string | null
  /** The operation that deleted it. */
  deletedIn: string | null
  /** True once restored from the Trash; a restored item is never discarded as empty. */
  isWanted: boolean
}

const existing = (lore: Conjuration) => {
  if (!lore.exists) throw new Rejection('conjuration_not_found')
  return lore
}
const present = (lore: Conjuration) => {
  if (existing(lore).deletedIn !== null) throw new Rejection('conjuration_not_found')
  return lore
}
/** True if the item has no content, no copies and no segments, and was not restored. */
const isBlank = ({ name, description, tags, copies, segments, isWanted }: Conjuration) =>
  !isWanted && name === '' && description === '' && [tags, copies, segments].every(({ length }) => length === 0)
const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((tag, n) => tag === b[n])

const events = { ...conjurationEvents, ...segmentEvents }
type Events = MessageOf<typeof events>[]

/** Wraps the segment deciders so that they require existing lore. */
const decideOfPresent = Object.fromEntries(
  Object.entries(decideSegments).map(([type, decide]) => [
    type,
    (lore: Conjuration, data: never) => decide(present(lore), data),
  ]),
) as unknown as typeof decideSegments

/** A lore item. Each field has its own event, so that concurrent edits of different fields both succeed. */
export const conjurations: Decider<typeof commands, typeof events, Conjuration> = {
  category: 'conjurations',
  keyOwner: ({ campaignId, userId }) => keyOwnerOf(campaignId, userId),
  commands,
  events,
  initial: {
    exists: false,
    userId: '',
    campaignId: null,
    collectionId: null,
    visibility: 'PRIVATE',
    isPastShown: false,
    writers: 'EDITORS',
    name: '',
    description: '',
    tags: [],
    copies: [],
    primaryImageId: null,
    isPinned: false,
    segments: [],
    pinnedIn: null,
    deletedIn: null,
    isWanted: false,
  },

  decide: {
    ...decideOfPresent,
    CreateConjuration({ exists, userId }, data) {
      if (exists && userId !== data.userId) throw new Rejection('conjuration_exists')
      return exists ? [] : [{ type: 'ConjurationCreated', data }]
    },

    RenameConjuration: (lore, data) => (present(lore).name === data.name ? [] : [{ type: 'ConjurationRenamed', data }]),

    DescribeConjuration: (lore, data) =>
      present(lore).description === data.description ? [] : [{ type: 'ConjurationDescribed', data }],

    TagConjuration: (lore, data) => (same(present(lore).tags, data.tags) ? [] : [{ type: 'ConjurationTagged', data }]),

    ChangeConjurationVisibility: (lore, data) =>
      present(lore).visibility === data.visibility ? [] : [{ type: 'ConjurationVisibilityChanged', data }],

    ShowConjurationPast(lore, { conjurationId, isShown }) {
      if (present(lore).isPastShown === isShown) return []
      return [{ type: isShown ? 'ConjurationPastShown' : 'ConjurationPastHidden', data: { conjurationId } }]
    },

    ChooseConjurationWriters: (lore, data) =>
      present(lore).writers === data.writers ? [] : [{ type: 'ConjurationWritersChosen', data }],

    MoveConjuration(lore, { conjurationId, collectionId }) {
      const { collectionId: fromCollectionId } = present(lore)
      if (fromCollectionId === collectionId) return []
      return [{ type: 'ConjurationMoved', data: { conjurationId, collectionId, fromCollectionId } }]
    },

    MoveConjurationToCampaign(
      lore,
      { conjurationId, campaignId, collectionId, description = lore.description, isReturn },
    ): Events {
      const { campaignId: fromCampaignId, name, tags, pinnedIn } = present(lore)
      if (fromCampaignId === campaignId) return []
      const words = { name, description, tags: [...tags] }
      return [
        {
          type: 'ConjurationMovedToCampaign',
          data: { conjurationId, campaignId, fromCampaignId, collectionId, words, ...(isReturn && { isReturn }) },
        },
        ...moveSegments(lore, conjurationId, campaignId),
        ...(pinnedIn !== null && pinnedIn === campaignId
          ? [{ type: 'ConjurationPinned' as const, data: { conjurationId } }]
          : []),
      ]
    },

    NoteCopy: (lore, data) =>
      existing(lore).copies.includes(data.copyId) ? [] : [{ type: 'ConjurationCopied', data }],

    PinConjuration(lore, { conjurationId, isPinned }) {
      if (present(lore).isPinned === isPinned) return []
      return [{ type: isPinned ? 'ConjurationPinned' : 'ConjurationUnpinned', data: { conjurationId } }]
    },

    SetPrimaryImage: (lore, data) =>
      present(lore).primaryImageId === data.imageId ? [] : [{ type: 'ConjurationPrimaryImageSet', data }],

    RestoreConjurationVersion(lore, data) {
      const { name, description, tags } = present(lore)
      const isSame = (data.description ?? description) === description
      const nothingDiffers = name === data.name && isSame && same(tags, data.tags)
      return nothingDiffers ? [] : [{ type: 'ConjurationVersionRestored', data }]
    },

    DeleteConjuration(lore, { conjurationId, operationId }): Events {
      const { deletedIn, campaignId } = existing(lore)
      return deletedIn === null
        ? [{ type: 'ConjurationDeleted', data: { conjurationId, campaignId, operationId } }]
        : []
    },

    DiscardConjuration(lore, { conjurationId, operationId }): Events {
      const { deletedIn, campaignId } = existing(lore)
      if (deletedIn !== null || !isBlank(lore)) return []
      return [{ type: 'ConjurationDeleted', data: { conjurationId, campaignId, operationId } }]
    },

    RestoreConjuration(lore, { conjurationId, operationId }): Events {
      const { deletedIn, campaignId } = existing(lore)
      return deletedIn === operationId
        ? [{ type: 'ConjurationRestored', data: { conjurationId, campaignId, operationId } }]
        : []
    },
  },

  /** Showing the past follows changes of visibility, which reset it. */
  order: (lore, commands) =>
    narrowingFirst(commands, ({ type, data }) => {
      if (type === 'ShowConjurationPast') return data.isShown ? 1 : -1
      if (type === 'ChangeConjurationVisibility') return isWider(data.visibility, lore.visibility) ? 1 : -1
      if (type === 'KeepSegmentForDms') return data.isForDms ? -1 : 1
      if (type === 'ChooseConjurationWriters') return data.writers === 'EDITORS' ? -1 : 1
      return 0
    }),

  evolve: {
    ...evolveSegments,
    ConjurationCreated: (_none, { userId, campaignId, collectionId, visibility, name, description, tags }) => ({
      exists: true,
      userId,
      campaignId,
      collectionId,
      visibility,
      isPastShown: false,
      writers: 'EDITORS',
      name,
      description,
      tags,
      copies: [],
      primaryImageId: null,
      isPinned: false,
      segments: [],
      pinnedIn: null,
      deletedIn: null,
      isWanted: false,
    }),
    ConjurationRenamed: (lore, { name }) => ({ ...lore, name }),
    ConjurationDescribed: (lore, { description }) => ({ ...lore, description }),
    ConjurationTagged: (lore, { tags }) => ({ ...lore, tags }),
    ConjurationVisibilityChanged: (lore, { visibility }) => ({
      ...lore,
      visibility,
      isPastShown: lore.isPastShown && !isWider(visibility, lore.visibility),
    }),
    ConjurationPastShown: (lore) => ({ ...lore, isPastShown: true }),
    ConjurationPastHidden: (lore) => ({ ...lore, isPastShown: false }),
    ConjurationWritersChosen: (lore, { writers }) => ({ ...lore, writers }),
    ConjurationMoved: (lore, { collectionId }) => ({ ...lore, collectionId }),
    ConjurationMovedToCampaign: (lore, { campaignId, collectionId, words }) => ({
      ...lore,
      ...words,
      campaignId,
      collectionId,
      isPastShown: false,
      writers: 'EDITORS',
      isPinned: false,
    }),
    ConjurationCopied: (lore, { copyId }) => ({ ...lore, copies: [...lore.copies, copyId] }),
    ConjurationPinned: (lore) => ({ ...lore, isPinned: true, pinnedIn: lore.campaignId }),
    ConjurationUnpinned: (lore) => ({ ...lore, isPinned: false, pinnedIn: null }),
    ConjurationPrimaryImageSet: (lore, { imageId: primaryImageId }) => ({ ...lore, primaryImageId }),
    ConjurationVersionRestored: (lore, { name, tags, description = lore.description }) => ({
      ...lore,
      name,
      description,
      tags,
    }),
    ConjurationDeleted: (lore, { operationId }) => ({ ...lore, deletedIn: operationId }),
    ConjurationRestored: (lore) => ({ ...lore, deletedIn: null, isWanted: true }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const conjurationRefusals = {
  conjuration_not_found: [404, 'This lore does not exist, or you may not see it.'],
  conjuration_forbidden: [403, "You don't have permission to view this lore."],
  conjuration_edit_forbidden: [403, 'You are not allowed to edit this conjuration'],
  conjuration_move_forbidden: [
    403,
    'Only the person who made this lore and the owner of its campaign can move it to another campaign.',
  ],
  lore_return_forbidden: [403, "Only the campaign's owner can take this lore back."],
  conjuration_exists: [409, 'There is lore with this id already.'],
  conjuration_in_campaign: [409, 'This lore belongs to another campaign. Move it from there.'],
  version_not_found: [404, 'There is no such version of this lore.'],
  too_many_tags: [422, `Lore has at most ${tagLimit} tags.`],
} as const satisfies Refusals

export const conjurationsKind = {
  events: conjurationEvents,
  refusals: conjurationRefusals,
  references: {
    ConjurationCreated: { collectionId: toNull, copyOf: toNull },
    ConjurationMoved: { collectionId: toNull, fromCollectionId: toNull },
    ConjurationMovedToCampaign: { collectionId: toNull, fromCampaignId: toNull },
    // Viewers of the copy receive the event; they may not see the original.
    ConjurationCopied: { conjurationId: toNull },
    ConjurationPrimaryImageSet: { imageId: toNull },
  },
  item: {
    category: 'conjurations',
    // Viewers of lore may see neither all of its segments and pictures nor its copies.
    of: ({ segmentImageId, segmentId, copyId }) => segmentImageId ?? segmentId ?? copyId,
  },
  access: {
    ConjurationCreated: ({ conjurationId: id, userId: ownerId, campaignId, visibility }) =>
      accessRow({ id, ownerId, campaignId, visibility }),
    ConjurationVisibilityChanged: ({ conjurationId: id, visibility }) => ({ update: { visibility }, where: { id } }),
    ConjurationWritersChosen: ({ conjurationId: id, writers }) => ({
      update: { isOpen: writers === 'MEMBERS' },
      where: { id },
    }),
    ConjurationMovedToCampaign: ({ conjurationId: id, campaignId }) => [
      { update: { campaignId, isOpen: false }, where: { id } },
      { update: { campaignId }, where: { sameAs: id } },
    ],
  },
} as const satisfies Kind<typeof conjurationEvents>
