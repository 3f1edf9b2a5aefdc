import type Stripe from 'stripe'

/** An object's id in fields whose SDK type is the id or the expanded object. */
type Unexpanded<Value> = string extends Value ? Exclude<Value, { id: string }> : Value

/** An SDK type as stored and sent: other objects by their ids, decimals as text. */
export type Stored<Thing> = Thing extends string | number | boolean | null | undefined
  ? Thing
  : Thing extends Stripe.Decimal
    ? string
    : Thing extends readonly (infer Each)[]
      ? Stored<Unexpanded<Each>>[]
      : Thing extends object
        ? { [Key in keyof Thing]: Stored<Unexpanded<Thing[Key]>> }
        : Thing

/** All kinds of objects, by the value of their field `object`. Shapes are the SDK's, so an object that lacks a key does not compile. */
export interface Objects {
  balance_transaction: Stored<Stripe.BalanceTransaction>
  charge: Stored<Stripe.Charge>
  customer: Stored<Stripe.Customer>
  dispute: Stored<Stripe.Dispute>
  event: Stored<Stripe.EventBase>
  invoice: Stored<Stripe.Invoice>
  invoice_payment: Stored<Stripe.InvoicePayment>
  invoiceitem: Stored<Stripe.InvoiceItem>
  payment_intent: Stored<Stripe.PaymentIntent>
  payment_method: Stored<Stripe.PaymentMethod>
  price: Stored<Stripe.Price>
  product: Stored<Stripe.Product>
  refund: Stored<Stripe.Refund>
  setup_intent: Stored<Stripe.SetupIntent>
  subscription: Stored<Stripe.Subscription>
  subscription_schedule: Stored<Stripe.SubscriptionSchedule>
  'test_helpers.test_clock': Stored<Stripe.TestHelpers.TestClock>
  webhook_endpoint: Stored<Stripe.WebhookEndpoint>
}

export type Kind = keyof Objects
export type Line = Stored<Stripe.InvoiceLineItem>
export type Item = Stored<Stripe.SubscriptionItem>

/** Id prefixes by kind. */
export const prefixes: Record<Kind, string> = {
  balance_transaction: 'txn_',
  charge: 'ch_',
  customer: 'cus_',
  dispute: 'du_',
  event: 'evt_',
  invoice: 'in_',
  invoice_payment: 'inpay_',
  invoiceitem: 'ii_',
  payment_intent: 'pi_',
  payment_method: 'pm_',
  price: 'price_',
  product: 'prod_',
  refund: 're_',
  setup_intent: 'seti_',
  subscription: 'sub_',
  subscription_schedule: 'sub_sched_',
  'test_helpers.test_clock': 'clock_',
  webhook_endpoint: 'we_',
}
