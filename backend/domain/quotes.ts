import { z } from 'zod'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import type { Kind } from './kind.ts'
import { quotesPerDay } from './model-words.ts'

/** Requests for printed miniatures of 3D models, in a stream per user: personal data is encrypted with the user's key. */

const quoteId = z.uuid()
const written = (most: number) => erasable(z.string().max(most))

const request = {
  quoteId,
  userId: z.uuid(),
  modelId: z.uuid(),
  size: z.string().max(40),
  painted: z.enum(['Professional Hand Painted', 'Unpainted']),
  quantity: z.int().min(1).max(1000),
  notes: written(2000),
  customization3D: z.object({ requested: z.boolean(), details: written(2000) }),
  professionalPainting: z.object({ requested: z.boolean(), details: written(2000) }),
  address: z.object({
    firstName: written(100),
    lastName: written(100),
    addressLine1: written(200),
    addressLine2: written(200),
    country: z.literal('USA'),
    city: written(100),
    state: written(100),
    zipCode: written(20),
  }),
}
export const QuoteRequest = z.object(request)
export type QuoteRequest = z.infer<typeof QuoteRequest>

export const QuoteState = z.enum(['NEW', 'ANSWERED', 'ORDERED', 'CLOSED'])
export type QuoteState = z.infer<typeof QuoteState>

/** The requester receives `note` too, since the stream is theirs. */
const handling = { quoteId, userId: z.uuid(), state: QuoteState, note: written(2000) }

const commands = {
  /** `now` is milliseconds since 1970. */
  RequestQuote: z.object({ ...request, now: z.number() }),
  HandleQuote: z.object(handling),
}

export const quoteEvents = {
  QuoteRequested: QuoteRequest,
  QuoteHandled: z.object(handling),
}

interface Quotes {
  userId: string
  requests: readonly { id: string; at: number; state: QuoteState; note: string; request: QuoteRequest }[]
}

const dayMs = 86_400_000

export const quotes: Decider<typeof commands, typeof quoteEvents, Quotes> = {
  category: 'quotes',
  keyOwner: ({ userId }) => `user:${userId}`,
  commands,
  events: quoteEvents,
  initial: { userId: '', requests: [] },
  decide: {
    RequestQuote({ requests }, { now, ...data }) {
      if (requests.some(({ id }) => id === data.quoteId)) return []
      const recent = requests.filter(({ at }) => at > now - dayMs)
      if (recent.length >= quotesPerDay) throw new Rejection('too_many_quotes', { most: quotesPerDay })
      return [{ type: 'QuoteRequested', data }]
    },
    HandleQuote({ requests }, data) {
      const request = requests.find(({ id }) => id === data.quoteId)
      if (!request) throw new Rejection('quote_not_found')
      return request.state === data.state && request.note === data.note ? [] : [{ type: 'QuoteHandled', data }]
    },
  },
  evolve: {
    QuoteRequested: ({ requests }, request, happened) => {
      const { quoteId: id, userId } = request
      const at = Date.parse(happened?.at ?? '') || 0
      return { userId, requests: [...requests, { id, at, state: 'NEW', note: '', request }] }
    },
    QuoteHandled: (quotes, { quoteId, state, note }) => ({
      ...quotes,
      requests: quotes.requests.map((each) => (each.id === quoteId ? { ...each, state, note } : each)),
    }),
  },
}

export const quoteRefusals = {
  quotes_restricted: [403, 'Mini quotes are currently limited to highest tier Kickstarter backers.'],
  too_many_quotes: [429, ({ most }) => `You can request ${most} quotes a day. Please try again tomorrow.`],
  quote_not_found: [404, 'There is no such quote request.'],
} as const satisfies Refusals

export const quotesKind = {
  events: quoteEvents,
  refusals: quoteRefusals,
} as const satisfies Kind<typeof quoteEvents>
