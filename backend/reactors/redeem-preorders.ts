import { couponEvents } from '#domain/coupons.ts'
import { users } from '#domain/users.ts'
import { reactor } from './reactor.ts'

/** What a coupon gives reaches its account even where the request that redeemed it did not come to its end. */
export const redeemPreorders = reactor(couponEvents, {
  name: 'redeem-preorders',
  attempts: 25,
  on: {
    CouponRedeemed: ({ userId, couponId, plan, through }, { dispatch }) =>
      dispatch(users, userId, { type: 'RedeemPreorder', data: { userId, couponId, plan, through } }),
  },
})
