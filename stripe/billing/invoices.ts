import type { Objects } from '../objects.ts'
import type { NewLine } from '../rules/lines.ts'
import { newPaymentIntent } from '../shapes/intents.ts'
import { type Drafted, newInvoice, newInvoiceItem, newInvoicePayment, newLine } from '../shapes/invoice.ts'
import { newId, randomText } from '../store/ids.ts'
import { oneByOne } from '../store/one-by-one.ts'
import type { Tx } from '../store/transaction.ts'

type Invoice = Objects['invoice']
type Customer = Objects['customer']

const lineId = () => `il_${randomText(24)}`

/** Pending items of a subscription's next invoice, as its lines. */
export const waitingLines = async (tx: Tx, customer: string, subscription: string, invoice: string | null) => {
  const items = await tx.all('invoiceitem', { customer })
  const waiting = items.filter(
    ({ invoice: taken, parent }) => taken === null && parent?.subscription_details?.subscription === subscription,
  )
  const lines = await oneByOne(waiting, async (item) =>
    newLine(lineId(), invoice, (await tx.hidden(item.id)).line as NewLine, item.id),
  )
  return { waiting, lines }
}

/** Stores lines as pending items of the next invoice. */
export async function keepForLater(tx: Tx, customer: Customer, lines: NewLine[]): Promise<void> {
  for (const line of lines)
    await tx.save('invoiceitem.created', newInvoiceItem(newId('invoiceitem'), tx.now, customer, line), { line })
}

export interface Bill extends Omit<Drafted, 'lines' | 'subscription'> {
  lines: NewLine[]
  subscription: Objects['subscription']
}

/** Drafts an invoice with these lines and the pending items. */
export async function draft(tx: Tx, customer: Customer, bill: Bill): Promise<Invoice> {
  const id = newId('invoice')
  const { waiting, lines } = await waitingLines(tx, customer.id, bill.subscription.id, id)
  for (const item of waiting) await tx.put({ ...item, invoice: id })
  const own = bill.lines.map((line) => newLine(lineId(), id, line))
  return tx.save('invoice.created', newInvoice(id, tx.now, customer, { ...bill, lines: [...lines, ...own] }))
}

/** Minimum charge of a card, in cents. Smaller amounts are added to the customer's balance. */
const leastCharge = 50

/**
 * The amount due after applying the customer's balance, and the remaining balance. A balance below zero is the
 * customer's credit.
 */
const reckoned = (total: number, balance: number) => {
  const due = total + balance
  return due >= leastCharge ? { due, ending: 0 } : { due: 0, ending: due }
}

const makeIntent = async (tx: Tx, invoice: Invoice): Promise<void> => {
  const reason = String(invoice.billing_reason).replace('subscription_', 'Subscription ')
  const intent = newPaymentIntent(newId('payment_intent'), tx.now, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: reason,
    setup_future_usage: 'off_session',
  })
  await tx.save('payment_intent.created', intent, { invoice: invoice.id })
  await tx.put(newInvoicePayment(newId('invoice_payment'), tx.now, invoice, intent.id))
}

/** Finalises a draft: the invoice is owed from now on, and is paid at once if nothing is due. */
export async function finalize(tx: Tx, draftOf: Invoice): Promise<Invoice> {
  const customer = await tx.get('customer', String(draftOf.customer))
  const { due, ending } = reckoned(draftOf.total, customer.balance)
  const sequence = customer.next_invoice_sequence ?? 1
  const charged = { ...customer, currency: draftOf.currency, next_invoice_sequence: sequence + 1 }
  await (ending === customer.balance ? tx.put(charged) : tx.save('customer.updated', { ...charged, balance: ending }))
  const open: Invoice = {
    ...draftOf,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: tx.now,
    ending_balance: ending,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { ...draftOf.status_transitions, finalized_at: tx.now },
  }
  await tx.save('invoice.finalized', open)
  if (due === 0) return paid(tx, open)
  await makeIntent(tx, open)
  return open
}

export const paymentOf = async (tx: Tx, invoice: Invoice) => {
  const [payment] = await tx.all('invoice_payment', { invoice: invoice.id, is_default: 'true' })
  const intent = payment?.payment.payment_intent
  return { payment, intent: intent ? await tx.find('payment_intent', intent) : undefined }
}

/** Marks an invoice and its payment as paid. */
export async function paid(tx: Tx, invoice: Invoice): Promise<Invoice> {
  const { payment } = await paymentOf(tx, invoice)
  const after: Invoice = {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: tx.now },
  }
  await tx.put(after)
  if (payment)
    await tx.save('invoice_payment.paid', {
      ...payment,
      amount_paid: invoice.amount_due,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: tx.now },
    })
  await tx.emit('invoice.paid', after)
  await tx.emit('invoice.payment_succeeded', after)
  return after
}

/** Voids an invoice and cancels its payment. */
export async function annul(tx: Tx, invoice: Invoice): Promise<Invoice> {
  const { payment, intent } = await paymentOf(tx, invoice)
  if (intent && !['succeeded', 'canceled'].includes(String(intent.status)))
    await tx.save('payment_intent.canceled', {
      ...intent,
      canceled_at: tx.now,
      cancellation_reason: 'void_invoice' as const,
      next_action: null,
      status: 'canceled' as const,
    })
  if (payment)
    await tx.put({
      ...payment,
      status: 'canceled',
      status_transitions: { ...payment.status_transitions, canceled_at: tx.now },
    })
  return tx.save('invoice.voided', {
    ...invoice,
    amount_remaining: 0,
    next_payment_attempt: null,
    status: 'void' as const,
    status_transitions: { ...invoice.status_transitions, voided_at: tx.now },
  })
}
