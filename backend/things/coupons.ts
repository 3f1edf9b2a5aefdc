import { coupons } from '#domain/coupons.ts'
import { couponsView } from '#projections/coupons.ts'
import { couponCommands } from '../commands/coupons/routes.ts'
import { couponQueries } from '../queries/admin/coupons.ts'
import { redeemPreorders } from '../reactors/redeem-preorders.ts'
import type { Thing } from './thing.ts'

export const couponsThing: Thing = {
  rules: [coupons],
  views: [couponsView],
  routes: [couponQueries, couponCommands],
  reactors: () => [redeemPreorders],
}
