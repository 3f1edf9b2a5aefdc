import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { credits } from '#domain/credits.ts'
import { Rejection } from '#domain/decider.ts'
import { Plan, paidPlan } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import { users } from '#domain/users.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { reason, registered } from './registered.ts'

const amount = 'Credits must be between 0 and 10000'
const removable = 'Credits to remove must be a whole number from 1'

export const adminCommands =
  ({ handler, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: admin }
    const response = { 200: Receipt }

    const grant = {
      body: z.object({ userId: uuid(), credits: z.int(amount).min(0, amount).max(10_000, amount), reason }),
      response,
    }
    app.post('/admin/credits/add', { config, schema: grant }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId, credits: amount, reason: comment } = request.body
      await registered(handler, userId)
      const data = { userId, grantId: act.idFor('grant'), amount, source: 'admin', comment } as const
      if (amount > 0) await act.send(credits, userId, { type: 'GrantCredits', data })
      return receipt(reply, act, {})
    })

    const removal = {
      body: z.object({
        userId: uuid(),
        credits: z.int(removable).min(1, removable).max(1_000_000, removable),
        reason,
      }),
      response,
    }
    app.post('/admin/credits/remove', { config, schema: removal }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId, credits: amount, reason: comment } = request.body
      await registered(handler, userId)
      const data = { userId, removalId: act.idFor('removal'), amount, comment }
      await act.send(credits, userId, { type: 'RemoveCredits', data })
      return receipt(reply, act, {})
    })

    const Change = z.object({
      userId: uuid(),
      plan: Plan,
      reason,
      subscriptionPaidThrough: z.iso
        .datetime({ offset: true })
        .nullish()
        .transform((time) => (time ? new Date(time).toISOString() : null)),
    })
    app.post('/admin/subscription/change', { config, schema: { body: Change, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId, plan, reason, subscriptionPaidThrough: paidThrough } = request.body
      const { plans } = await registered(handler, userId)
      const before = paidPlan({ plans: plans.admin ? [plans.admin] : [] }, new Date(now()))
      if (before === 'PRO' && plan === 'FREE') throw new Rejection('downgrade_refused')
      await act.send(users, userId, { type: 'ChangePlan', data: { userId, plan, paidThrough, reason } })
      return receipt(reply, act, {})
    })
  }
