import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { type Payment, PaymentList, paymentStatus } from '#domain/payment-answers.ts'
import { documentFile } from '#domain/receipts.ts'
import type { PaymentReturnRow } from '#projections/payment-returns.ts'
import type { PaymentRow } from '#projections/payments.ts'
import type { ReceiptRow } from '#projections/receipts.ts'
import type { RefundRequestRow } from '#projections/refund-requests.ts'
import { sessionOf } from '../../http/act.ts'
import { attachment } from '../../http/attachment.ts'
import type { Deps } from '../../http/deps.ts'
import { inPerson, spender } from '../../http/policy.ts'
import { type Read, reading, snapshot } from '../../http/snapshot.ts'
import { uuid } from '../../http/uuid.ts'
import { Page } from '../page.ts'

/** Returns the sum of completed refunds and lost disputes. */
const returned = (returns: readonly PaymentReturnRow[]): number =>
  returns.reduce((sum, { status, amount }) => (status === 'done' || status === 'lost' ? sum + amount : sum), 0)

type Document = Pick<ReceiptRow, 'id' | 'number' | 'paymentId' | 'refundId'>
const documentOf = (documents: readonly Document[], refundId: string | null) => {
  const found = documents.find((each) => each.refundId === refundId)
  return found ? { id: found.id, number: found.number } : null
}

const requestOf = (requests: readonly RefundRequestRow[]): Payment['request'] => {
  const latest = requests.at(-1)
  if (!latest) return null
  const { userId: _user, paymentId: _payment, ...request } = latest
  return request
}

interface Joined {
  returns: readonly PaymentReturnRow[]
  documents: readonly Document[]
  requests: readonly RefundRequestRow[]
}

const answerOf = (row: PaymentRow, { returns, documents, requests }: Joined): Payment => {
  const { userId: _user, invoiceId: _invoice, brand, last4, ...payment } = row
  return {
    ...payment,
    card: brand === null || !last4 ? null : { brand, last4 },
    status: paymentStatus(row.amount, returns),
    returned: returned(returns),
    returns: returns.map(({ userId: _of, paymentId: _payment, ...each }) => ({
      ...each,
      creditNote: each.kind === 'refund' ? documentOf(documents, each.id) : null,
    })),
    receipt: documentOf(documents, null),
    request: requestOf(requests),
  }
}

/** Returns the payments with their refunds, disputes, documents and refund requests, in the order of the rows. */
export const withReturns = async (read: Read, rows: readonly PaymentRow[]): Promise<Payment[]> => {
  const ids = rows.map(({ id }) => id)
  const returns = await read<PaymentReturnRow>(
    'select * from payment_returns where "paymentId" = any($1) order by at, id',
    [ids],
  )
  const documents = await read<Document>(
    'select id, number, "paymentId", "refundId" from receipts where "paymentId" = any($1)',
    [ids],
  )
  const requests = await read<RefundRequestRow>(
    'select * from refund_requests where "paymentId" = any($1) order by "askedAt", id',
    [ids],
  )
  const asked = Map.groupBy(requests, ({ paymentId }) => paymentId)
  const issued = Map.groupBy(documents, ({ paymentId }) => paymentId)
  const byPayment = Map.groupBy(returns, ({ paymentId }) => paymentId)
  return rows.map((row) =>
    answerOf(row, {
      returns: byPayment.get(row.id) ?? [],
      documents: issued.get(row.id) ?? [],
      requests: asked.get(row.id) ?? [],
    }),
  )
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

    const params = z.object({ id: uuid() })
    app.get('/billing/receipts/:id', { config: { policy: inPerson }, schema: { params } }, async (request, reply) => {
      const [row] = await reading(pool)<ReceiptRow>('select * from receipts where id = $1 and "userId" = $2', [
        request.params.id,
        sessionOf(request).userId,
      ])
      if (!row) throw new Rejection('receipt_not_found')
      return sendReceipt(reply, row)
    })
  }

/** Sends the PDF. Fonts and the drawing library are loaded on first use. */
export const sendReceipt = async (reply: FastifyReply, row: ReceiptRow) => {
  const { receiptPdf } = await import('../../providers/receipt-pdf.ts')
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', attachment(documentFile(row)))
    .send(receiptPdf(row))
}
