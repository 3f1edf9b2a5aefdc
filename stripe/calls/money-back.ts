import type Stripe from 'stripe'
import { z } from 'zod'

import { refund } from '../billing/refund.ts'
import { call, getCall, listCall, moments, nothing } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { amount, fields, flag, merged, metadata, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { newBalanceTransaction } from '../shapes/charge.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'

type Dispute = Objects['dispute']

/** Applies the bank's decision. The money of a won dispute returns to the account. */
async function settleDispute(tx: Tx, dispute: Dispute, verdict: 'won' | 'lost'): Promise<Dispute> {
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalid('This dispute is already closed.', { param: 'dispute' })
  const back = newBalanceTransaction(newId('balance_transaction'), tx.now, 'adjustment', {
    amount: dispute.amount,
    currency: dispute.currency,
    source: dispute.charge,
  })
  if (verdict === 'won') await tx.put(back)
  const after: Dispute = {
    ...dispute,
    status: verdict,
    balance_transactions: verdict === 'won' ? [...dispute.balance_transactions, back] : dispute.balance_transactions,
  }
  await tx.save('charge.dispute.updated', after)
  if (verdict === 'won') await tx.emit('charge.dispute.funds_reinstated', after)
  await tx.emit('charge.dispute.closed', after)
  return after
}

const reason = z.enum(['duplicate', 'fraudulent', 'requested_by_customer'])
const created = fields<Stripe.RefundCreateParams>()(
  {
    amount: amount.optional(),
    charge: text.optional(),
    metadata: metadata.optional(),
    payment_intent: text.optional(),
    reason: reason.optional(),
  },
  ...(['currency', 'customer', 'instructions_email', 'origin', 'refund_application_fee', 'reverse_transfer'] as const),
)
const of = { charge: text.optional(), created: moments.optional(), payment_intent: text.optional() }

const evidence = z.strictObject({ uncategorized_text: text.optional() })
/** Verdicts by the text of the evidence, as in Stripe's test mode. */
const verdicts: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }

export const charges = [
  getCall('/v1/charges', 'charge'),
  listCall(
    '/v1/charges',
    'charge',
    fields<Stripe.ChargeListParams>()(
      { created: moments.optional(), customer: text.optional(), payment_intent: text.optional() },
      'transfer_group',
    ),
    (where) => where,
  ),
  getCall('/v1/balance_transactions', 'balance_transaction'),
  listCall(
    '/v1/balance_transactions',
    'balance_transaction',
    fields<Stripe.BalanceTransactionListParams>()(
      { created: moments.optional(), source: text.optional(), type: text.optional() },
      'currency',
      'payout',
    ),
    (where) => where,
  ),
]

export const refunds = [
  call('POST /v1/refunds', created, async (tx, { charge, payment_intent, ...given }) => {
    const id =
      charge ??
      (payment_intent === undefined
        ? undefined
        : (await tx.get('payment_intent', payment_intent, 'payment_intent')).latest_charge)
    if (!id)
      throw invalid(
        payment_intent === undefined
          ? 'One of the following params should be provided for this request: payment_intent or charge.'
          : `This PaymentIntent (${payment_intent}) does not have a successful charge to refund.`,
      )
    return refund(tx, await tx.get('charge', id, 'charge'), {
      amount: given.amount,
      reason: given.reason ?? null,
      metadata: merged({}, given.metadata),
    })
  }),
  getCall('/v1/refunds', 'refund'),
  listCall('/v1/refunds', 'refund', fields<Stripe.RefundListParams>()(of), (where) => where),
]

export const disputes = [
  getCall('/v1/disputes', 'dispute'),
  listCall('/v1/disputes', 'dispute', fields<Stripe.DisputeListParams>()(of), (where) => where),
  call(
    'POST /v1/disputes/:id',
    z.strictObject({ evidence: evidence.optional(), metadata: metadata.optional(), submit: flag.optional() }),
    async (tx, { evidence: said, metadata: more, submit = true }, id) => {
      const dispute = await tx.get('dispute', id, 'dispute')
      const words = said?.uncategorized_text ?? dispute.evidence.uncategorized_text
      const updated = {
        ...dispute,
        evidence: { ...dispute.evidence, uncategorized_text: words },
        evidence_details: {
          ...dispute.evidence_details,
          has_evidence: Boolean(words),
          ...(submit && said && { submission_count: 1, submission_method: 'manual' as const }),
        },
        metadata: merged(dispute.metadata, more),
      }
      const verdict = submit && words ? verdicts[words] : undefined
      return verdict ? settleDispute(tx, updated, verdict) : tx.save('charge.dispute.updated', updated)
    },
  ),
  call('POST /v1/disputes/:id/close', nothing, async (tx, _, id) =>
    settleDispute(tx, await tx.get('dispute', id, 'dispute'), 'lost'),
  ),
]
