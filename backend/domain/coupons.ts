import { z } from 'zod'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { Plan } from './entitlements.ts'
import { erasable } from './erasable.ts'
import type { Kind } from './kind.ts'

const couponId = z.uuid()
/** The value of a coupon: a plan until an ISO time, or for life (null). */
const worth = { plan: Plan.exclude(['FREE']), through: z.iso.datetime().nullable() }

const commands = {
  /** `email` is lower case. The coupon is offered to the account with that address. */
  IssueCoupon: z.object({ couponId, ...worth, email: z.email().max(254), reason: z.string().max(400) }),
  RedeemCoupon: z.object({ couponId, userId: z.uuid() }),
}

export const couponEvents = {
  CouponIssued: z.object({ couponId, ...worth, email: erasable(z.string()), reason: erasable(z.string()) }),
  CouponRedeemed: z.object({ couponId, userId: z.uuid(), ...worth }),
}

interface Coupon {
  plan: 'BASIC' | 'PRO'
  through: string | null
  issued: boolean
  redeemedBy: string | null
}

/** A pre-order that was paid elsewhere; its recipient redeems it once. */
export const coupons: Decider<typeof commands, typeof couponEvents, Coupon> = {
  category: 'coupons',
  // The address may have no account yet, so the coupon has a key of its own, erased with the address's owner.
  keyOwner: (_coupon, couponId) => `user:${couponId}`,
  commands,
  events: couponEvents,
  initial: { plan: 'BASIC', through: null, issued: false, redeemedBy: null },

  decide: {
    IssueCoupon: ({ issued }, data) => (issued ? [] : [{ type: 'CouponIssued', data }]),

    RedeemCoupon({ issued, redeemedBy, plan, through }, data) {
      if (!issued) throw new Rejection('coupon_not_found')
      if (redeemedBy !== null && redeemedBy !== data.userId) throw new Rejection('coupon_redeemed')
      return redeemedBy === null ? [{ type: 'CouponRedeemed', data: { ...data, plan, through } }] : []
    },
  },

  evolve: {
    CouponIssued: (coupon, { plan, through }) => ({ ...coupon, issued: true, plan, through }),
    CouponRedeemed: (coupon, { userId }) => ({ ...coupon, redeemedBy: userId }),
  },
}

/** HTTP status and message of each refusal, by code. */
export const couponRefusals = {
  coupon_not_found: [404, 'There is no such coupon for you.'],
  coupon_redeemed: [409, 'This coupon has been redeemed already.'],
  coupon_over: [422, 'What this coupon was good for is over.'],
} as const satisfies Refusals

export const couponsKind = {
  events: couponEvents,
  refusals: couponRefusals,
} as const satisfies Kind<typeof couponEvents>
