import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { billing } from '#domain/billing.ts'
import {
  AddressAnswer,
  BillingConfig,
  FirstCredits,
  PaymentMethods,
  UnfinishedPayments,
} from '#domain/billing-answers.ts'
import { credits } from '#domain/credits.ts'
import { Rejection } from '#domain/decider.ts'
import { firstCredits } from '../../commands/billing/preview-credits.ts'
import { sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { signedIn, spender } from '../../http/policy.ts'
import { spending } from '../../http/spending.ts'

/** Cards and the billing address, fetched from the provider for each request and never stored here. */
export const billingQueries =
  ({ payments, handler, limits, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { schema: { response: { 200: BillingConfig } }, config: { policy: signedIn } }
    app.get('/billing/config', config, async () => ({
      provider: payments?.kind ?? null,
      publishableKey: payments?.publishableKey ?? null,
    }))

    const provider = () => {
      if (!payments) throw new Rejection('payments_not_set_up')
      return payments
    }
    const customerOf = async (userId: string) => (await handler.stateOf(billing, userId)).customerId
    // Impersonators do not see the user's cards either.
    const limited = { policy: spender, ...spending({ limits: { ...limits, generation: limits.everyone } }) }

    const cards = { config: limited, schema: { response: { 200: PaymentMethods } } }
    app.get('/billing/payment-methods', cards, async (request) => {
      const at = provider()
      const customerId = await customerOf(sessionOf(request).userId)
      return { data: customerId === null ? [] : await at.cards(customerId) }
    })

    const unfinished = { config: limited, schema: { response: { 200: UnfinishedPayments } } }
    app.get('/billing/payments/unfinished', unfinished, async (request) => {
      const at = provider()
      const customerId = await customerOf(sessionOf(request).userId)
      return { data: customerId === null ? [] : await at.unfinished(customerId) }
    })

    const first = { config: limited, schema: { response: { 200: FirstCredits } } }
    app.get('/billing/subscription/credits', first, async (request) => {
      provider()
      const { userId } = sessionOf(request)
      const [known, wallet] = [await handler.stateOf(billing, userId), await handler.stateOf(credits, userId)]
      return { data: firstCredits(userId, known, wallet, new Date(now()).toISOString()) }
    })

    const address = { config: limited, schema: { response: { 200: AddressAnswer } } }
    app.get('/billing/address', address, async (request) => {
      const at = provider()
      const customerId = await customerOf(sessionOf(request).userId)
      return { billingAddress: customerId === null ? null : await at.address(customerId) }
    })
  }
