import { z } from 'zod'
import { QuoteState, type quoteEvents } from '#domain/quotes.ts'
import { view } from './view.ts'

/** A request for a printed miniature. Its personal data are read from its user's stream. */
export const QuoteRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  modelId: z.uuid(),
  state: QuoteState,
  note: z.string(),
  createdAt: z.string(),
})
export type QuoteRow = z.infer<typeof QuoteRow>

export const quotesView = view(QuoteRow)<typeof quoteEvents>({
  table: 'quotes',
  on: {
    QuoteRequested: ({ quoteId: id, userId, modelId }, { at: createdAt }) => ({
      put: { id, userId, modelId, state: 'NEW', note: '', createdAt },
    }),
    QuoteHandled: ({ quoteId: id, state, note }) => ({ update: { state, note }, where: { id } }),
  },
})
