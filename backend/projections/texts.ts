import { z } from 'zod'
import type { textEvents } from '#domain/text-events.ts'
import { view } from './view.ts'

/** The existence of a text, and its revision in lists and search. Its content is folded from its stream. */
export const TextRow = z.object({
  id: z.uuid(),
  conjurationId: z.uuid(),
  campaignId: z.uuid().nullable(),
  /** Revision at the end of the last sitting. */
  revision: z.int(),
  words: z.int(),
  settledAt: z.string().nullable(),
})

export const textsView = view(TextRow)<typeof textEvents>({
  table: 'texts',
  on: {
    TextBegun: ({ textId: id, conjurationId, campaignId }) => ({
      put: { id, conjurationId, campaignId, revision: 0, words: 0, settledAt: null },
    }),
    TextMoved: ({ textId: id, campaignId }) => ({ update: { campaignId }, where: { id } }),
    TextSettled: ({ textId: id, revision, words }, { at: settledAt }) => ({
      update: { revision, words, settledAt },
      where: { id },
    }),
  },
})
