import { coupons } from '#domain/coupons.ts'
import { couponsView } from '#projections/coupons.ts'
import { verifiedEmail } from '../auth/verified-email.ts'
import { couponCommands } from '../commands/coupons/routes.ts'
import { couponQueries } from '../queries/admin/coupons.ts'
import { redeemPreorders } from '../reactors/redeem-preorders.ts'
import type { Thing } from './thing.ts'

export const couponsThing: Thing = {
  rules: [coupons],
  views: [couponsView],
  routes: [couponQueries, couponCommands],
  reactors: () => [redeemPreorders],
  erasure: {
    // An unredeemed coupon belongs to the user who verified its address: erasing another account with that address must not erase it.
    keys: `select 'user:' || c.id as owner from coupons c where c."redeemedBy" = @userId
      or (c."redeemedBy" is null and c.email = ${verifiedEmail('@userId::text')})`,
  },
  accountData: {
    tables: {
      coupons: {
        statement: `select plan, through, "issuedAt" from coupons where "redeemedBy" = @userId order by "issuedAt", id`,
      },
    },
  },
}
