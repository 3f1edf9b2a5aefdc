import { z } from 'zod'
import { Visibility } from './access.ts'
import { type Decider, type MessageOf, Rejection } from './decider.ts'

const conjurationId = z.uuid()
const userId = z.uuid()
const campaignId = z.uuid().nullable()
const collectionId = z.uuid().nullable()
const operationId = z.uuid()

export const untitledLore = 'Untitled Lore'
export const loreNameLimit = 255
export const loreDescriptionLimit = 20_000
export const tagLimit = 40

export const LoreName = z.string().trim().max(loreNameLimit)
export const LoreDescription = z.string().max(loreDescriptionLimit)
/** Empty tags are dropped and repeated ones kept once, whatever their case; the first spelling stays. */
export const LoreTags = z
  .array(z.string().trim().max(60))
  .max(tagLimit)
  .transform((tags) => {
    const seen = new Set<string>()
    return tags.filter((tag) => tag !== '' && !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()))
  })

/** What people write in a lore item: what its history compares and restores. */
const content = { name: LoreName, description: LoreDescription, tags: LoreTags }

const commands = {
  CreateConjuration: z.object({
    conjurationId,
    userId,
    campaignId,
    collectionId,
    visibility: Visibility,
    ...content,
    copyOf: z.uuid().nullable(),
  }),
  RenameConjuration: z.object({ conjurationId, name: LoreName }),
  DescribeConjuration: z.object({ conjurationId, description: LoreDescription }),
  TagConjuration: z.object({ conjurationId, tags: LoreTags }),
  ChangeConjurationVisibility: z.object({ conjurationId, visibility: Visibility }),
  /** Into a folder of its campaign, or out of all (null). */
  MoveConjuration: z.object({ conjurationId, collectionId }),
  /** Into another campaign, or out of all (null): then only its owner sees it. */
  MoveConjurationToCampaign: z.object({ conjurationId, campaignId, collectionId }),
  /** Another item was made from this one. */
  NoteCopy: z.object({ conjurationId, copyId: z.uuid() }),
  /** Brings the content back to what it was; `revision` says which version that is. */
  RestoreConjurationVersion: z.object({ conjurationId, revision: z.int().nonnegative(), ...content }),
  DeleteConjuration: z.object({ conjurationId, operationId }),
  RestoreConjuration: z.object({ conjurationId, operationId }),
}

const written = { name: z.string(), description: z.string(), tags: z.array(z.string()) }

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
  ConjurationRenamed: z.object({ conjurationId, name: z.string() }),
  ConjurationDescribed: z.object({ conjurationId, description: z.string() }),
  ConjurationTagged: z.object({ conjurationId, tags: z.array(z.string()) }),
  ConjurationVisibilityChanged: z.object({ conjurationId, visibility: Visibility }),
  ConjurationMoved: z.object({ conjurationId, collectionId, fromCollectionId: collectionId }),
  ConjurationMovedToCampaign: z.object({
    conjurationId,
    campaignId,
    fromCampaignId: campaignId,
    collectionId,
  }),
  ConjurationCopied: z.object({ conjurationId, copyId: z.uuid() }),
  ConjurationVersionRestored: z.object({ conjurationId, revision: z.int(), ...written }),
  ConjurationDeleted: z.object({ conjurationId, campaignId, operationId }),
  ConjurationRestored: z.object({ conjurationId, campaignId, operationId }),
}

interface Conjuration {
  exists: boolean
  userId: string
  campaignId: string | null
  collectionId: string | null
  visibility: Visibility
  name: string
  description: string
  tags: readonly string[]
  copies: readonly string[]
  /** The operation that deleted it. */
  deletedBy: string | null
}

const existing = (lore: Conjuration) => {
  if (!lore.exists) throw new Rejection('conjuration_not_found')
  return lore
}
const present = (lore: Conjuration) => {
  if (existing(lore).deletedBy !== null) throw new Rejection('conjuration_not_found')
  return lore
}
const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((tag, n) => tag === b[n])

type Events = MessageOf<typeof conjurationEvents>[]

/** One lore item. Each field is its own event, so that two people who edit different fields both win. */
export const conjurations: Decider<typeof commands, typeof conjurationEvents, Conjuration> = {
  category: 'conjurations',
  commands,
  events: conjurationEvents,
  initial: {
    exists: false,
    userId: '',
    campaignId: null,
    collectionId: null,
    visibility: 'PRIVATE',
    name: '',
    description: '',
    tags: [],
    copies: [],
    deletedBy: null,
  },

  decide: {
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

    MoveConjuration(lore, { conjurationId, collectionId }) {
      const { collectionId: fromCollectionId } = present(lore)
      if (fromCollectionId === collectionId) return []
      return [{ type: 'ConjurationMoved', data: { conjurationId, collectionId, fromCollectionId } }]
    },

    MoveConjurationToCampaign(lore, { conjurationId, campaignId, collectionId }) {
      const { campaignId: fromCampaignId } = present(lore)
      if (fromCampaignId === campaignId) return []
      return [{ type: 'ConjurationMovedToCampaign', data: { conjurationId, campaignId, fromCampaignId, collectionId } }]
    },

    NoteCopy: (lore, data) =>
      existing(lore).copies.includes(data.copyId) ? [] : [{ type: 'ConjurationCopied', data }],

    RestoreConjurationVersion(lore, data) {
      const { name, description, tags } = present(lore)
      const nothingDiffers = name === data.name && description === data.description && same(tags, data.tags)
      return nothingDiffers ? [] : [{ type: 'ConjurationVersionRestored', data }]
    },

    DeleteConjuration(lore, { conjurationId, operationId }): Events {
      const { deletedBy, campaignId } = existing(lore)
      return deletedBy === null
        ? [{ type: 'ConjurationDeleted', data: { conjurationId, campaignId, operationId } }]
        : []
    },

    RestoreConjuration(lore, { conjurationId, operationId }): Events {
      const { deletedBy, campaignId } = existing(lore)
      return deletedBy === operationId
        ? [{ type: 'ConjurationRestored', data: { conjurationId, campaignId, operationId } }]
        : []
    },
  },

  evolve: {
    ConjurationCreated: (_none, { userId, campaignId, collectionId, visibility, name, description, tags }) => ({
      exists: true,
      userId,
      campaignId,
      collectionId,
      visibility,
      name,
      description,
      tags,
      copies: [],
      deletedBy: null,
    }),
    ConjurationRenamed: (lore, { name }) => ({ ...lore, name }),
    ConjurationDescribed: (lore, { description }) => ({ ...lore, description }),
    ConjurationTagged: (lore, { tags }) => ({ ...lore, tags }),
    ConjurationVisibilityChanged: (lore, { visibility }) => ({ ...lore, visibility }),
    ConjurationMoved: (lore, { collectionId }) => ({ ...lore, collectionId }),
    ConjurationMovedToCampaign: (lore, { campaignId, collectionId }) => ({ ...lore, campaignId, collectionId }),
    ConjurationCopied: (lore, { copyId }) => ({ ...lore, copies: [...lore.copies, copyId] }),
    ConjurationVersionRestored: (lore, { name, description, tags }) => ({ ...lore, name, description, tags }),
    ConjurationDeleted: (lore, { operationId }) => ({ ...lore, deletedBy: operationId }),
    ConjurationRestored: (lore) => ({ ...lore, deletedBy: null }),
  },
}
