import { invalid } from '../http/errors.ts'
import type { Objects } from '../objects.ts'
import { newBalanceTransaction } from '../shapes/charge.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'

type Dispute = Objects['dispute']

/** The bank decided. What is won comes back. */
export async function settleDispute(tx: Tx, dispute: Dispute, verdict: 'won' | 'lost'): Promise<Dispute> {
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
