import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { coupons } from '#domain/coupons.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { users } from '#domain/users.ts'
import type { CouponRow } from '#projections/coupons.ts'
import { verifiedEmail } from '../../auth/verified-email.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { admin, inPerson } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { registered } from '../users/registered.ts'
import { Issue } from './issue.ts'

/** Pre-order coupons: an admin issues them for an address, and the user with that address redeems them. */
export const couponCommands =
  ({ handler, pool, now }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const issue = { body: Issue, response: { 200: Receipt.extend({ couponId: uuid() }) } }
    app.post('/admin/coupons', { config: { policy: admin }, schema: issue }, async (request, reply) => {
      const act = actOf(request, handler)
      const couponId = act.idFor('coupon')
      await act.send(coupons, couponId, { type: 'IssueCoupon', data: { couponId, ...request.body } })
      return receipt(reply, act, { couponId })
    })

    const redeem = { body: z.object({ coupon: uuid() }), response: { 200: Receipt } }
    app.post('/billing/preorder/redeem', { config: { policy: inPerson }, schema: redeem }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const couponId = request.body.coupon
      const coupon = await assigned(couponId, userId)
      const { couponId: before } = await registered(handler, userId)
      if (before !== null && before !== couponId) throw new Rejection('preorder_redeemed')
      if (coupon.through !== null && Date.parse(coupon.through) <= now()) throw new Rejection('coupon_over')
      const { plan, through } = coupon
      await act.send(coupons, couponId, { type: 'RedeemCoupon', data: { couponId, userId } })
      await act.send(users, userId, { type: 'RedeemPreorder', data: { userId, couponId, plan, through } })
      return receipt(reply, act, {})
    })

    /**
     * Returns a coupon that was issued for the user's verified address; anyone can register with another person's
     * address. Throws `coupon_not_found`.
     */
    const assigned = async (couponId: string, userId: string) => {
      const [coupon] = await reading(pool)<CouponRow>(
        `select c.* from coupons c where c.id = $1 and c.email = ${verifiedEmail('$2')}`,
        [couponId, userId],
      )
      if (!coupon) throw new Rejection('coupon_not_found')
      return coupon
    }
  }
