import { describe, it } from 'vitest'
import { coupons } from '#domain/coupons.ts'
import { given } from '../given.ts'

const [couponId, ann, ben] = [1, 2, 3].map((n) => `0198c0de-0000-7000-8000-00000000000${n}`) as [string, string, string]
const worth = { plan: 'PRO', through: null } as const
const issued = {
  type: 'CouponIssued',
  data: { couponId, ...worth, email: 'ann@example.org', reason: 'Pre-order 17' },
} as const
const redeemed = { type: 'CouponRedeemed', data: { couponId, userId: ann, ...worth } } as const
const redeem = (userId: string) => ({ type: 'RedeemCoupon', data: { couponId, userId } }) as const
const givenCoupon = given(coupons)

describe('a pre-order coupon', () => {
  it('is made once', () => {
    givenCoupon().when({ type: 'IssueCoupon', data: issued.data }).emits(issued)
    givenCoupon(issued).when({ type: 'IssueCoupon', data: issued.data }).emitsNothing()
  })
  it('is redeemed once, by one', () => {
    givenCoupon(issued).when(redeem(ann)).emits(redeemed)
    givenCoupon(issued, redeemed).when(redeem(ann)).emitsNothing()
    givenCoupon(issued, redeemed).when(redeem(ben)).rejects('coupon_redeemed')
  })
  it('must have been made', () => givenCoupon().when(redeem(ann)).rejects('coupon_not_found'))
})
