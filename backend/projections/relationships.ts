import { z } from 'zod'
import type { conjurationEvents } from '#domain/conjurations.ts'
import type { relationshipEvents } from '#domain/relationships.ts'
import { view } from './view.ts'

/** A link from one lore item to another. */
export const RelationshipRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** The campaign of the source. */
  campaignId: z.uuid().nullable(),
  sourceId: z.uuid(),
  targetId: z.uuid(),
  /** The link in the opposite direction, created together with it. */
  reverseId: z.uuid().nullable(),
  comment: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
  operationId: z.uuid().nullable(),
})
export type RelationshipRow = z.infer<typeof RelationshipRow>

const present = { deletedAt: null, deletedBy: null, operationId: null }

export const relationshipsView = view(RelationshipRow)<typeof relationshipEvents & typeof conjurationEvents>({
  table: 'relationships',
  on: {
    ConjurationRelationshipCreated: ({ relationshipId: id, ...link }, { at }) => ({
      put: { id, ...link, createdAt: at, updatedAt: at, ...present },
    }),
    ConjurationRelationshipCommented: ({ relationshipId: id, comment }, { at }) => ({
      update: { comment, updatedAt: at },
      where: { id },
    }),
    ConjurationRelationshipDeleted: (
      { relationshipId: id, operationId },
      { at: deletedAt, metadata: { actor: deletedBy } },
    ) => ({ update: { deletedAt, deletedBy, operationId }, where: { id } }),
    ConjurationRelationshipRestored: ({ relationshipId: id }) => ({ update: present, where: { id } }),
    ConjurationMovedToCampaign: ({ conjurationId: sourceId, campaignId }) => ({
      update: { campaignId },
      where: { sourceId },
    }),
  },
})
