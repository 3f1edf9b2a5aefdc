import { invalid } from '../http/errors.ts'
import type { Objects } from '../objects.ts'
import { newBalanceTransaction } from '../shapes/charge.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'

interface Wanted {
  /** All that is left, where it is not said. */
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

/** Gives money of a charge back, some or all of it. */
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
  const back = charge.amount_refunded + amount
  const after = await tx.put({ ...charge, amount_refunded: back, refunded: back === charge.amount })
  await tx.save('refund.created', made)
  await tx.emit('charge.refunded', after)
  return made
}
