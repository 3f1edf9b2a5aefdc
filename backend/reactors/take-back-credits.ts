import type { z } from 'zod'
import { billing } from '#domain/billing.ts'
import { billingEvents } from '#domain/billing-events.ts'
import { credits } from '#domain/credits.ts'
import { derivedId } from '../commands/ids.ts'
import { grantInvoice, grantPack } from './grant-paid-credits.ts'
import { type Reaction, reactor } from './reactor.ts'

type Refunded = z.infer<(typeof billingEvents)['PaymentRefunded']>
type Disputed = z.infer<(typeof billingEvents)['PaymentDisputed']>
type Closed = z.infer<(typeof billingEvents)['DisputeClosed']>

/** What was granted for a payment; made sure of first, for jobs run in any order. */
async function grantOf(userId: string, paymentId: string, reaction: Reaction): Promise<string | undefined> {
  const known = await reaction.stateOf(billing, userId)
  const pack = known.packs[paymentId]
  if (pack) return grantPack(userId, paymentId, pack.credits, reaction)
  const [invoiceId] = Object.entries(known.paid).find(([, each]) => each.paymentId === paymentId) ?? []
  return invoiceId === undefined ? undefined : grantInvoice(userId, known, invoiceId, reaction)
}

const takeBack = async (
  { userId, paymentId, amount: returned, of: paid }: Refunded | Disputed,
  { takeBackId, ...why }: { takeBackId: string; cause: 'refund' | 'dispute'; comment: string },
  reaction: Reaction,
) => {
  const grantId = await grantOf(userId, paymentId, reaction)
  if (grantId === undefined || paid === 0) return
  const data = { userId, takeBackId, grantId, returned, paid, ...why }
  await reaction.dispatch(credits, userId, { type: 'TakeBackCredits', data })
}

const refundId = (id: string) => derivedId('taken back', 'refund', id)
const disputeId = (id: string) => derivedId('taken back', 'dispute', id)

/** Who gets money back loses what is unspent of what it was paid for; whoever wins in the end gets it again. */
export const takeBackCredits = reactor(billingEvents, {
  name: 'take-back-credits',
  attempts: 25,
  when: { DisputeClosed: ({ won }) => won },
  on: {
    PaymentRefunded: (data, reaction) =>
      takeBack(data, { takeBackId: refundId(data.refundId), cause: 'refund', comment: 'Money given back' }, reaction),
    PaymentDisputed: (data, reaction) =>
      takeBack(
        data,
        { takeBackId: disputeId(data.disputeId), cause: 'dispute', comment: 'Payment disputed' },
        reaction,
      ),
    async DisputeClosed({ userId, disputeId: id, paymentId }: Closed, reaction) {
      const grantId = await grantOf(userId, paymentId, reaction)
      if (grantId === undefined) return
      const data = { userId, takeBackId: disputeId(id), grantId, comment: 'Dispute settled for you' }
      await reaction.dispatch(credits, userId, { type: 'GiveBackCredits', data })
    },
  },
})
