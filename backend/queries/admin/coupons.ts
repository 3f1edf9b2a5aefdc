import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CouponItem } from '#projections/coupons.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'
import { contains, Page, Typed } from '../page.ts'

const coupons = `select c.*, u.name as "redeemedByName"
  from coupons c left join auth."user" u on u.id = c."redeemedBy"::text
  where c.email ilike $1 order by c."issuedAt" desc, c.id limit $2 offset $3`

/** Pre-order coupons, newest first, found by parts of the address that they are for. */
export const couponQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const list = {
      querystring: Page(25).extend({ search: Typed }),
      response: { 200: z.object({ data: z.array(CouponItem), total: z.int() }) },
    }
    app.get('/admin/coupons', { config: { policy: admin }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { search, limit, offset } = request.query
        const data = await read<CouponItem>(coupons, [contains(search), limit, offset])
        const [count] = await read<{ total: number }>('select count(*) as total from coupons where email ilike $1', [
          contains(search),
        ])
        return { data, total: count?.total ?? 0 }
      }),
    )
  }
