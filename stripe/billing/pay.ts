import type { ErrorBody } from '../http/errors.ts'
import { invalid } from '../http/errors.ts'
import type { Objects } from '../objects.ts'
import { cardOfNumber, type Decline, expired, paymentBy, type TestCard } from '../rules/cards.ts'
import { newBalanceTransaction, newCharge } from '../shapes/charge.ts'
import { newDispute } from '../shapes/dispute.ts'
import { authenticate } from '../shapes/intents.ts'
import { newId } from '../store/ids.ts'
import type { Tx } from '../store/transaction.ts'

type Intent = Objects['payment_intent']
type Method = Objects['payment_method']

/** The test card of a payment method. */
export const testCardOf = async (tx: Tx, method: string): Promise<TestCard> => {
  const { number } = await tx.hidden(method)
  const card = cardOfNumber(String(number))
  if (!card) throw new Error(`${method} has no test card`)
  return card
}

/** True if the card has expired: it is then declined, regardless of its number. */
export const expiredAt = ({ card }: Method, now: number): boolean => {
  const at = new Date(now * 1_000)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + 1]
  return card !== undefined && (card.exp_year < year || (card.exp_year === year && card.exp_month < month))
}

export const cardError = ({ code, decline_code, message }: Decline, more: Partial<ErrorBody> = {}): ErrorBody => ({
  type: 'card_error',
  code,
  ...(decline_code !== undefined && { decline_code }),
  doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
  message,
  ...more,
})

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const record = async (tx: Tx, intent: Intent, method: Method, how: { decline?: Decline; authenticated: boolean }) => {
  const id = newId('charge')
  const { amount, currency } = intent
  const transaction = how.decline
    ? null
    : await tx.put(
        newBalanceTransaction(newId('balance_transaction'), tx.now, 'charge', { amount, currency, source: id }),
      )
  return newCharge(id, tx.now, intent, method, { ...how, transaction: transaction?.id ?? null })
}

/** Opens a dispute: the cardholder's bank withdraws the money until the dispute is decided. */
const dispute = async (tx: Tx, charge: Objects['charge'], reason: string) => {
  const transaction = newBalanceTransaction(newId('balance_transaction'), tx.now, 'adjustment', {
    amount: -charge.amount,
    currency: charge.currency,
    source: charge.id,
  })
  await tx.put(transaction)
  const opened = newDispute(newId('dispute'), tx.now, charge, reason, transaction)
  await tx.put({ ...charge, disputed: true })
  await tx.save('charge.dispute.created', opened)
  await tx.emit('charge.dispute.funds_withdrawn', opened)
}

/** The result of an attempt to pay. */
export interface Attempt {
  intent: Intent
  error?: ErrorBody
}

const failed = async (
  tx: Tx,
  intent: Intent,
  method: Method,
  decline: Decline,
  authenticated = false,
): Promise<Attempt> => {
  const charge = await record(tx, intent, method, { decline, authenticated })
  await tx.save('charge.failed', charge)
  const error = cardError(decline, { charge: charge.id, payment_method: method })
  const after = await tx.put({
    ...intent,
    last_payment_error: error as NonNullable<Intent['last_payment_error']>,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method' as const,
  })
  await tx.emit('payment_intent.payment_failed', after)
  return { intent: after, error }
}

const taken = async (
  tx: Tx,
  intent: Intent,
  method: Method,
  card: TestCard,
  authenticated: boolean,
): Promise<Attempt> => {
  const charge = await record(tx, intent, method, { authenticated })
  await tx.put(charge)
  const after = await tx.put({
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded' as const,
  })
  if (intent.setup_future_usage === 'off_session') await tx.hide(method.id, { setUp: true })
  if (intent.setup_future_usage && intent.customer && !method.customer)
    await tx.save('payment_method.attached', { ...method, customer: intent.customer })
  await tx.emit('charge.succeeded', charge)
  await tx.emit('payment_intent.succeeded', after)
  if (card.disputed) await dispute(tx, charge, card.disputed)
  return { intent: after }
}

const waiting = async (tx: Tx, intent: Intent, method: Method): Promise<Attempt> => {
  const after = { ...intent, next_action: authenticate, payment_method: method.id, status: 'requires_action' as const }
  await tx.save('payment_intent.requires_action', after)
  return { intent: after }
}

interface Circumstances {
  /** True if the customer is not present to authenticate. */
  offSession?: boolean
  /** True if the payment may await the customer even then, as that of an invoice may. */
  mayWait?: boolean
  authenticated?: boolean
}

/** Tries to take the money of an intent from a card. */
export async function attempt(
  tx: Tx,
  intent: Intent,
  method: Method,
  { offSession = false, mayWait = !offSession, authenticated = false }: Circumstances,
): Promise<Attempt> {
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw invalid(
      `You cannot confirm this PaymentIntent because it has already ${intent.status} after being previously confirmed.`,
      {
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      },
    )
  const card = await testCardOf(tx, method.id)
  if (expiredAt(method, tx.now)) return failed(tx, intent, method, expired)
  const { setUp } = await tx.hidden(method.id)
  const end = paymentBy(card, { setUp: setUp === true && offSession, authenticated })
  if (end === 'taken') return taken(tx, intent, method, card, authenticated)
  if (end !== 'authentication') return failed(tx, intent, method, end, authenticated)
  return mayWait ? waiting(tx, intent, method) : failed(tx, intent, method, authenticationRequired)
}

/** Applies a failed authentication to a payment. */
export async function refuseAuthentication(tx: Tx, intent: Intent): Promise<Attempt> {
  const method = await tx.get('payment_method', String(intent.payment_method))
  const code = 'payment_intent_authentication_failure'
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  const error: ErrorBody = { type: 'invalid_request_error', code, message, payment_method: method }
  const after = await tx.put({
    ...intent,
    last_payment_error: error as NonNullable<Intent['last_payment_error']>,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method' as const,
  })
  await tx.emit('payment_intent.payment_failed', after)
  return { intent: after, error }
}
