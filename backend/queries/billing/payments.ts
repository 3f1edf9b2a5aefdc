import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Payment, PaymentList, paymentStatus } from '#domain/payment-answers.ts'
import type { PaymentReturnRow } from '#projections/payment-returns.ts'
import type { PaymentRow } from '#projections/payments.ts'
import type { Deps } from '../../http/deps.ts'
import { spender } from '../../http/policy.ts'
import { type Read, snapshot } from '../../http/snapshot.ts'
import { Page } from '../page.ts'

/** Money that went back, as part of a payment's answer. */
const returned = (returns: readonly PaymentReturnRow[]): number =>
  returns.reduce((sum, { kind, status, amount }) => (kind === 'refund' || status === 'lost' ? sum + amount : sum), 0)

const answerOf = (row: PaymentRow, returns: readonly PaymentReturnRow[]): Payment => {
  const { userId: _user, invoiceId: _invoice, brand, last4, ...payment } = row
  return {
    ...payment,
    card: brand === null || !last4 ? null : { brand, last4 },
    status: paymentStatus(row.amount, returns),
    returned: returned(returns),
    returns: returns.map(({ userId: _of, paymentId: _payment, ...each }) => each),
  }
}

/** Payments with the money that went back of each, in the order of the rows. */
export const withReturns = async (read: Read, rows: readonly PaymentRow[]): Promise<Payment[]> => {
  const ids = rows.map(({ id }) => id)
  const returns = await read<PaymentReturnRow>(
    'select * from payment_returns where "paymentId" = any($1) order by at, id',
    [ids],
  )
  const byPayment = Map.groupBy(returns, ({ paymentId }) => paymentId)
  return rows.map((row) => answerOf(row, byPayment.get(row.id) ?? []))
}

/** A user's own payments. Impersonators do not see them, as they do not see cards. */
export const paymentQueries =
  ({ pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { querystring: Page(10), response: { 200: PaymentList } }
    app.get('/billing/payments', { config: { policy: spender }, schema }, (request, reply) =>
      snapshot(pool, reply, async (read, { userId }) => {
        const { limit, offset } = request.query
        const rows = await read<PaymentRow>(
          'select * from payments where "userId" = $1 order by "paidAt" desc, id limit $2 offset $3',
          [userId, limit, offset],
        )
        const [count] = await read<{ total: number }>('select count(*) as total from payments where "userId" = $1', [
          userId,
        ])
        return { data: await withReturns(read, rows), total: count?.total ?? 0 }
      }),
    )
  }
