import { z } from 'zod'
import { accessRow } from './access-row.ts'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable, keyOwnerOf } from './erasable.ts'
import { type Kind, toNull } from './kind.ts'
import { text } from './text.ts'

const relationshipId = z.uuid()
const operationId = z.uuid()

export const relationshipCommentLimit = 500
/** The maximum of links of one lore item, in both directions. Two concurrent requests may exceed it by one each. */
export const relationshipLimit = 500
/** Maximum depth when following links from an item. */
export const relationshipDepthLimit = 5

/** Refusal of an empty comment. */
export const commentMissing = 'Please add a relationship.'
export const RelationshipComment = text(relationshipCommentLimit).trim()

const ends = {
  /** The creator, who owns the link wherever the lore moves. */
  userId: z.uuid(),
  /** The campaign of both ends at the link's creation. */
  campaignId: z.uuid().nullable(),
  /** The lore at the link's start, and at its end. */
  sourceId: z.uuid(),
  targetId: z.uuid(),
  /** The link in the opposite direction, created together with it. */
  reverseId: z.uuid().nullable(),
}

const commands = {
  CreateRelationship: z.object({ relationshipId, ...ends, comment: RelationshipComment }),
  CommentRelationship: z.object({ relationshipId, comment: RelationshipComment.min(1, commentMissing) }),
  DeleteRelationship: z.object({ relationshipId, operationId }),
  RestoreRelationship: z.object({ relationshipId, operationId }),
}

const comment = erasable(z.string())

export const relationshipEvents = {
  ConjurationRelationshipCreated: z.object({ relationshipId, ...ends, comment }),
  ConjurationRelationshipCommented: z.object({ relationshipId, comment }),
  ConjurationRelationshipDeleted: z.object({ relationshipId, operationId }),
  ConjurationRelationshipRestored: z.object({ relationshipId, operationId }),
}

interface Relationship {
  exists: boolean
  userId: string
  campaignId: string | null
  comment: string
  /** The operation that deleted it. */
  deletedIn: string | null
}

const existing = (link: Relationship) => {
  if (!link.exists) throw new Rejection('relationship_not_found')
  return link
}
const present = (link: Relationship) => {
  if (existing(link).deletedIn !== null) throw new Rejection('relationship_not_found')
  return link
}

/** A link from one lore item to another, described by its creator. It exists while both ends do. */
export const relationships: Decider<typeof commands, typeof relationshipEvents, Relationship> = {
  category: 'relationships',
  keyOwner: ({ campaignId, userId }) => keyOwnerOf(campaignId, userId),
  commands,
  events: relationshipEvents,
  initial: { exists: false, userId: '', campaignId: null, comment: '', deletedIn: null },

  decide: {
    CreateRelationship({ exists, userId }, data) {
      if (exists && userId !== data.userId) throw new Rejection('id_taken')
      if (data.sourceId === data.targetId) throw new Rejection('relationship_to_itself')
      return exists ? [] : [{ type: 'ConjurationRelationshipCreated', data }]
    },
    CommentRelationship: (link, data) =>
      present(link).comment === data.comment ? [] : [{ type: 'ConjurationRelationshipCommented', data }],
    DeleteRelationship: (link, data) =>
      existing(link).deletedIn === null ? [{ type: 'ConjurationRelationshipDeleted', data }] : [],
    RestoreRelationship: (link, data) =>
      existing(link).deletedIn === data.operationId ? [{ type: 'ConjurationRelationshipRestored', data }] : [],
  },

  evolve: {
    ConjurationRelationshipCreated: (_none, { userId, campaignId, comment }) => ({
      exists: true,
      userId,
      campaignId,
      comment,
      deletedIn: null,
    }),
    ConjurationRelationshipCommented: (link, { comment }) => ({ ...link, comment }),
    ConjurationRelationshipDeleted: (link, { operationId }) => ({ ...link, deletedIn: operationId }),
    ConjurationRelationshipRestored: (link) => ({ ...link, deletedIn: null }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const relationshipRefusals = {
  relationship_not_found: [404, 'This relationship does not exist, or you may not see it.'],
  relationship_forbidden: [403, 'You are not allowed to change this relationship.'],
  relationship_to_itself: [422, 'Lore cannot be related to itself.'],
  relationship_across_campaigns: [409, 'Both entries must be in the same campaign.'],
  too_many_relationships: [409, ({ most }) => `One entry can have at most ${most} relationships.`],
} as const satisfies Refusals

export const relationshipsKind = {
  events: relationshipEvents,
  refusals: relationshipRefusals,
  references: {
    ConjurationRelationshipCreated: { sourceId: toNull, targetId: toNull, reverseId: toNull },
  },
  access: {
    // Visible to users who see both ends; hidden from all while the ends are in two campaigns.
    ConjurationRelationshipCreated: ({ relationshipId: id, userId: ownerId, campaignId, sourceId, targetId }) =>
      accessRow({ id, ownerId, campaignId, bothOf: [sourceId, targetId] }),
  },
} as const satisfies Kind<typeof relationshipEvents>
