import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { enjoys } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import { quoteSizes } from '#domain/model-words.ts'
import { models } from '#domain/models.ts'
import { QuoteState, quotes } from '#domain/quotes.ts'
import { QuoteRequested } from '#projections/model-answers.ts'
import { acceptedLimit } from '../../http/accepted-limit.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeModel } from '../../policies/models.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'

const params = z.object({ id: uuid() })

const written = (most: number) => z.string().trim().max(most).default('')
const needed = (name: string, most: number) =>
  z
    .string(`Required fields: ${name}`)
    .trim()
    .min(1, `Required fields: ${name}`)
    .max(most, `${name} cannot exceed ${most} characters`)
const choice = z.object({ requested: z.boolean().default(false), details: written(2000) })

const size = z.union(
  [z.enum(quoteSizes), z.string().regex(/^Custom \([1-9]\d{0,2}mm\)$/)],
  'Please choose a size, such as Medium (~28mm) or Custom (40mm)',
)

/** The body of `POST /models/{id}/quote`. The messages are shown to users. */
const QuoteWanted = z.object({
  id: uuid().optional(),
  size,
  painted: z.enum(['Professional Hand Painted', 'Unpainted']).default('Unpainted'),
  quantity: z.int().min(1, 'Quantity must be at least 1').max(1000, 'At most 1000 at once'),
  notes: written(2000),
  customization3D: choice
    .prefault({})
    .refine(
      ({ requested, details }) => !requested || details !== '',
      'Please describe the 3D model customization you need',
    ),
  professionalPainting: choice.prefault({}),
  address: z.object({
    firstName: needed('First name', 100),
    lastName: needed('Last name', 100),
    addressLine1: needed('Address line 1', 200),
    addressLine2: written(200),
    country: z.literal('USA', 'We ship within the USA only').default('USA'),
    city: needed('City', 100),
    state: needed('State/Province', 100),
    zipCode: needed('Zip code', 20),
  }),
})

/** Requests for printed miniatures, and their handling by administrators. */
export const quoteCommands =
  ({ pool, handler, limits, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const limited = acceptedLimit(limits.generation)
    const wanted = { params, body: QuoteWanted, response: { 202: QuoteRequested } }
    app.post(
      '/models/:id/quote',
      { config: { policy: maySeeModel }, schema: wanted, ...limited },
      async (request, reply) => {
        const act = actOf(request, handler)
        const { id: modelId } = request.params
        const { userId } = act
        const standing = await loadEntitlements(reading(pool), userId)
        if (!enjoys(standing, 'quoteMinis', standing.now)) throw new Rejection('quotes_restricted')
        const { status, isDeleted } = await handler.stateOf(models, modelId)
        if (isDeleted) throw new Rejection('no_such_model')
        if (status !== 'completed') throw new Rejection('model_not_ready')
        const { id: quoteId = act.idFor('quote'), ...details } = request.body
        const data = { quoteId, userId, modelId, ...details, now: now() }
        await act.send(quotes, userId, { type: 'RequestQuote', data })
        return reply.code(202).send(receipt(reply, act, { id: quoteId }))
      },
    )

    const Handling = z.object({ userId: uuid(), state: QuoteState, note: written(2000) })
    const handle = { params, body: Handling, response: { 200: Receipt } }
    app.post('/admin/quotes/:id', { config: { policy: admin }, schema: handle }, async (request, reply) => {
      const act = actOf(request, handler)
      const { id: quoteId } = request.params
      const { userId } = request.body
      await act.send(quotes, userId, { type: 'HandleQuote', data: { quoteId, ...request.body } })
      return receipt(reply, act, {})
    })
  }
