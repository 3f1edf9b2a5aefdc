import { couponEvents } from '#domain/coupons.ts'
import { users } from '#domain/users.ts'
import { reactor } from './reactor.ts'

/** Applies a redeemed coupon to its account, even if the redeeming request was interrupted. */
export const redeemPreorders = reactor(couponEvents, {
  name: 'redeem-preorders',
  attempts: 25,
  on: {
    CouponRedeemed: ({ userId, couponId, plan, through }, { dispatch }) =>
      dispatch(users, userId, { type: 'RedeemPreorder', data: { userId, couponId, plan, through } }),
  },
})
