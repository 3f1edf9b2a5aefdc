import type { Objects } from '../objects.ts'
import type { Tx } from '../store/transaction.ts'
import { settled, tried, unsettled } from './collect.ts'
import { paid } from './invoices.ts'

const invoiceOf = async (tx: Tx, intent: Objects['payment_intent']) => {
  const { invoice } = await tx.hidden(intent.id)
  const found = typeof invoice === 'string' ? await tx.find('invoice', invoice) : undefined
  return found?.status === 'open' ? found : undefined
}

/** Marks the invoice of a succeeded payment as paid. */
export async function intentSucceeded(tx: Tx, intent: Objects['payment_intent']): Promise<void> {
  const invoice = await invoiceOf(tx, intent)
  if (!invoice) return
  const { attempt_count } = tried(invoice, 'request', tx.now)
  await settled(tx, await paid(tx, { ...invoice, attempt_count }))
}

/** Records a failed attempt at the invoice of a payment. */
export async function intentFailed(tx: Tx, intent: Objects['payment_intent']): Promise<void> {
  const invoice = await invoiceOf(tx, intent)
  if (invoice) await unsettled(tx, invoice, 'request')
}
