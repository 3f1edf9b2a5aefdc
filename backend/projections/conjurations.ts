import { z } from 'zod'
import { Visibility } from '#domain/access.ts'
import { ConjurationWriters } from '#domain/conjuration-words.ts'
import type { conjurationEvents } from '#domain/conjurations.ts'
import type { textEvents } from '#domain/text-events.ts'
import { view } from './view.ts'

/** A lore item. Its pictures are rows of `images`; `imageUri` is its primary picture's address, or null. */
export const ConjurationRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  campaignId: z.uuid().nullable(),
  collectionId: z.uuid().nullable(),
  visibility: Visibility,
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  /** The item from which it was copied; some of its viewers may not see that one. */
  copyOf: z.uuid().nullable(),
  writers: ConjurationWriters,
  /** True if it is pinned to the top of its folder. */
  isPinned: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string(),
  deletedAt: z.string().nullable(),
  deletedBy: z.string().nullable(),
  operationId: z.uuid().nullable(),
})
export type ConjurationRow = z.infer<typeof ConjurationRow>

const present = { deletedAt: null, deletedBy: null, operationId: null }

export const conjurationsView = view(ConjurationRow)<typeof conjurationEvents & typeof textEvents>({
  table: 'conjurations',
  isListed: true,
  recount: 'select public.recount_conjurations()',
  on: {
    ConjurationCreated: ({ conjurationId: id, ...lore }, { at, metadata: { actor } }) => ({
      put: {
        id,
        ...lore,
        writers: 'EDITORS',
        isPinned: false,
        createdAt: at,
        updatedAt: at,
        updatedBy: actor,
        ...present,
      },
    }),
    ConjurationRenamed: ({ conjurationId: id, name }, { at, metadata: { actor } }) => ({
      update: { name, updatedAt: at, updatedBy: actor },
      where: { id },
    }),
    ConjurationDescribed: ({ conjurationId: id, description }, { at, metadata: { actor } }) => ({
      update: { description, updatedAt: at, updatedBy: actor },
      where: { id },
    }),
    ConjurationTagged: ({ conjurationId: id, tags }, { at, metadata: { actor } }) => ({
      update: { tags, updatedAt: at, updatedBy: actor },
      where: { id },
    }),
    TextSettled: ({ conjurationId: id, description, writers, isListed }, { at, metadata: { actor } }) =>
      isListed
        ? {
            update: {
              ...(description === undefined ? {} : { description }),
              updatedAt: at,
              updatedBy: writers.at(-1) ?? actor,
            },
            where: { id },
          }
        : [],
    ConjurationVersionRestored: ({ conjurationId: id, name, description, tags }, { at, metadata: { actor } }) => ({
      update: { name, tags, ...(description === undefined ? {} : { description }), updatedAt: at, updatedBy: actor },
      where: { id },
    }),
    ConjurationVisibilityChanged: ({ conjurationId: id, visibility }) => ({ update: { visibility }, where: { id } }),
    ConjurationWritersChosen: ({ conjurationId: id, writers }) => ({ update: { writers }, where: { id } }),
    ConjurationPinned: ({ conjurationId: id }) => ({ update: { isPinned: true }, where: { id } }),
    ConjurationUnpinned: ({ conjurationId: id }) => ({ update: { isPinned: false }, where: { id } }),
    ConjurationMoved: ({ conjurationId: id, collectionId }) => ({ update: { collectionId }, where: { id } }),
    ConjurationMovedToCampaign: ({ conjurationId: id, campaignId, collectionId, words }) => ({
      update: { campaignId, collectionId, writers: 'EDITORS', isPinned: false, ...words },
      where: { id },
    }),
    ConjurationDeleted: ({ conjurationId: id, operationId }, { at: deletedAt, metadata: { actor } }) => ({
      update: { deletedAt, deletedBy: actor, operationId },
      where: { id },
    }),
    ConjurationRestored: ({ conjurationId: id }) => ({ update: present, where: { id } }),
  },
})
