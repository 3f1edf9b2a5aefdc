import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { credits } from '#domain/credits.ts'
import { Rejection } from '#domain/decider.ts'
import { AdminPaymentList, PaymentFilter, RefundProposal, refundedOf } from '#domain/payment-answers.ts'
import type { PaymentRow } from '#projections/payments.ts'
import { paidIds } from '../../commands/paid-ids.ts'
import type { Deps } from '../../http/deps.ts'
import { admin } from '../../http/policy.ts'
import { reading, snapshot } from '../../http/snapshot.ts'
import { withReturns } from '../billing/payments.ts'
import { contains, Page, Typed } from '../page.ts'

/** `2026-11`, in UTC. */
const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'month: like 2026-11')
/** The month's first instant, and that of the next month. */
const boundsOf = (month: string) => {
  const start = new Date(`${month}-01T00:00:00Z`)
  return [start.toISOString(), new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)).toISOString()]
}

const returnsOf = `select from payment_returns r where r."paymentId" = p.id`
const filters: Record<PaymentFilter, string> = {
  all: 'true',
  requested: `exists (select from refund_requests q where q."paymentId" = p.id and q.status = 'open')`,
  refunded: `exists (${returnsOf} and r.status = 'done')`,
  disputed: `exists (${returnsOf} and r.kind = 'dispute')`,
}
const from = (filter: PaymentFilter) => `from payments p left join auth."user" u on u.id = p."userId"::text
  where ${filters[filter]} and (p.id = $2 or u.name ilike $1 or u.email ilike $1)
    and ($3::timestamptz is null or (p."paidAt"::timestamptz >= $3 and p."paidAt"::timestamptz < $4::timestamptz))`

/** Payments of every user, newest first, found by parts of a name or an address, or by the provider's id. */
export const adminPaymentQueries =
  ({ pool, handler }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const list = {
      querystring: Page(25).extend({ search: Typed, filter: PaymentFilter.default('all'), month: Month.optional() }),
      response: { 200: AdminPaymentList },
    }
    app.get('/admin/payments', { config: { policy: admin }, schema: list }, (request, reply) =>
      snapshot(pool, reply, async (read) => {
        const { search, filter, month, limit, offset } = request.query
        const found = [contains(search), search, ...(month === undefined ? [null, null] : boundsOf(month))]
        const rows = await read<PaymentRow & { userName: string | null }>(
          `select p.*, u.name as "userName" ${from(filter)} order by p."paidAt" desc, p.id limit $5 offset $6`,
          [...found, limit, offset],
        )
        const payments = await withReturns(
          read,
          rows.map(({ userName: _name, ...row }) => row),
        )
        const [count] = await read<{ total: number }>(`select count(*) as total ${from(filter)}`, found)
        const data = payments.map((payment, index) => ({
          ...payment,
          userId: rows[index]?.userId ?? '',
          userName: rows[index]?.userName ?? null,
        }))
        return { data, total: count?.total ?? 0 }
      }),
    )

    const proposal = {
      params: z.object({ id: z.string().regex(/^[\w-]{3,255}$/) }),
      response: { 200: RefundProposal },
    }
    app.get('/admin/payments/:id/refund', { config: { policy: admin }, schema: proposal }, async (request) => {
      const read = reading(pool)
      const [row] = await read<PaymentRow>('select * from payments where id = $1', [request.params.id])
      const [payment] = row ? await withReturns(read, [row]) : []
      if (!row || !payment) throw new Rejection('payment_not_found')
      const { grants } = await handler.stateOf(credits, row.userId)
      const grant = grants.find(({ id }) => id === paidIds.grant(row.invoiceId ?? row.id))
      const left = row.amount - refundedOf(payment.returns)
      const unspent = grant && grant.amount > 0 ? Math.floor((row.amount * grant.left) / grant.amount) : left
      return { left, proposed: Math.min(left, unspent), granted: grant?.amount ?? 0, unspent: grant?.left ?? 0 }
    })
  }
