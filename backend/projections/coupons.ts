import { z } from 'zod'
import type { couponEvents } from '#domain/coupons.ts'
import { Plan } from '#domain/entitlements.ts'
import { view } from './view.ts'

/** A pre-order coupon, and the account that redeemed it. `through` is an ISO time, null for life. */
export const CouponRow = z.object({
  id: z.uuid(),
  email: z.string(),
  plan: Plan,
  through: z.string().nullable(),
  issuedAt: z.string(),
  redeemedBy: z.uuid().nullable(),
})
export type CouponRow = z.infer<typeof CouponRow>

/** A coupon for admins: `redeemedByName` is null if it is not redeemed, or the user is unknown. */
export const CouponItem = CouponRow.extend({ redeemedByName: z.string().nullable() })
export type CouponItem = z.infer<typeof CouponItem>

export const couponsView = view(CouponRow)<typeof couponEvents>({
  table: 'coupons',
  on: {
    CouponIssued: ({ couponId: id, email, plan, through }, { at }) => ({
      put: { id, email, plan, through, issuedAt: at, redeemedBy: null },
    }),
    CouponRedeemed: ({ couponId: id, userId }) => ({ update: { redeemedBy: userId }, where: { id } }),
  },
})
