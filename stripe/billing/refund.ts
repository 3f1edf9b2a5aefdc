import { invalid } from '../http/errors.ts'
import type { Objects } from '../objects.ts'
import { newBalanceTransaction } from '../shapes/charge.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'
import type { FailingRefund } from './due-of.ts'
import { testCardOf } from './pay.ts'

interface Wanted {
  /** Undefined for all that is left of the charge. */
  amount: number | undefined
  reason: Objects['refund']['reason']
  metadata: Record<string, string>
}

const refused = (charge: Objects['charge'], amount: number) => {
  const left = charge.amount - charge.amount_refunded
  if (!charge.paid)
    return invalid(`Charge ${charge.id} has not been paid, so it cannot be refunded.`, { param: 'charge' })
  if (charge.disputed)
    return invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
  if (left === 0) return invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left)
    return invalid(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      { param: 'amount' },
    )
  return amount < 1
    ? invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
    : undefined
}

/** Refunds a charge, in part or in full. */
export async function refund(tx: Tx, charge: Objects['charge'], wanted: Wanted): Promise<Objects['refund']> {
  const amount = wanted.amount ?? charge.amount - charge.amount_refunded
  const problem = refused(charge, amount)
  if (problem) throw problem
  const id = newId('refund')
  const { currency } = charge
  const transaction = newBalanceTransaction(newId('balance_transaction'), tx.now, 'refund', {
    amount: -amount,
    currency,
    source: id,
  })
  await tx.put(transaction)
  const made: Objects['refund'] = {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: tx.now,
    currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
      type: 'card',
    },
    metadata: wanted.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: wanted.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  const after = await tx.put(withRefunded(charge, amount))
  const card = await testCardOf(tx, String(charge.payment_method))
  const failing: FailingRefund | undefined = card.failsRefunds && { failsAt: tx.now + failsAfter }
  await tx.save('refund.created', made, { ...failing })
  await tx.emit('charge.refunded', after)
  return made
}

/** Seconds until the bank refuses a refund that fails. */
const failsAfter = 60

/** Applies the bank's refusal of a refund: its money returns to the account. */
export async function refundDue(tx: Tx, refund: Objects['refund']): Promise<void> {
  const { id, amount, currency } = refund
  const charge = await tx.get('charge', String(refund.charge))
  const transaction = newBalanceTransaction(newId('balance_transaction'), tx.now, 'refund_failure', {
    amount,
    currency,
    source: id,
  })
  await tx.put(transaction)
  await tx.put(withRefunded(charge, -amount))
  const after: Objects['refund'] = {
    ...refund,
    failure_balance_transaction: transaction.id,
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  }
  await tx.save('refund.updated', after)
  await tx.emit('refund.failed', after)
}

const withRefunded = (charge: Objects['charge'], more: number): Objects['charge'] => {
  const amount_refunded = charge.amount_refunded + more
  return { ...charge, amount_refunded, refunded: amount_refunded === charge.amount }
}
