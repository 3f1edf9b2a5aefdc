import { z } from 'zod'
import { Interval, PendingChange, SoldPlan, SubscriptionStatus } from './billing-account.ts'
import { Plan, PlanSource } from './entitlements.ts'

/** Schemas of the billing routes. Amounts are cents of US dollars, times ISO strings. */

export const states = [
  ...['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME'],
  ...['MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA'],
  ...['RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'],
] as const

export const countries = [
  ...['US', 'CA', 'GB', 'AU', 'DE', 'FR', 'IT', 'ES', 'NL', 'BE', 'SE', 'NO', 'DK', 'FI', 'IE', 'NZ', 'JP', 'KR', 'SG'],
  ...['CH', 'AT', 'PL', 'PT', 'MX', 'BR'],
] as const

/** Further countries, whose addresses need no state. */
export const otherCountries = [
  ...['AD', 'AE', 'AF', 'AG', 'AI', 'AL', 'AM', 'AO', 'AR', 'AW', 'AX', 'AZ', 'BA', 'BB', 'BD', 'BF', 'BG', 'BH', 'BI'],
  ...['BJ', 'BL', 'BM', 'BN', 'BO', 'BQ', 'BS', 'BT', 'BW', 'BY', 'BZ', 'CD', 'CF', 'CG', 'CI', 'CK', 'CL', 'CM', 'CN'],
  ...['CO', 'CR', 'CV', 'CW', 'CY', 'CZ', 'DJ', 'DM', 'DO', 'DZ', 'EC', 'EE', 'EG', 'ER', 'ET', 'FJ', 'FK', 'FO', 'GA'],
  ...['GD', 'GE', 'GF', 'GG', 'GH', 'GI', 'GL', 'GM', 'GN', 'GP', 'GQ', 'GR', 'GT', 'GW', 'GY', 'HK', 'HN', 'HR', 'HT'],
  ...['HU', 'ID', 'IL', 'IM', 'IN', 'IQ', 'IS', 'JE', 'JM', 'JO', 'KE', 'KG', 'KH', 'KI', 'KM', 'KN', 'KW', 'KY', 'KZ'],
  ...['LA', 'LB', 'LC', 'LI', 'LK', 'LR', 'LS', 'LT', 'LU', 'LV', 'LY', 'MA', 'MC', 'MD', 'ME', 'MF', 'MG', 'MK', 'ML'],
  ...['MM', 'MN', 'MO', 'MQ', 'MR', 'MS', 'MT', 'MU', 'MV', 'MW', 'MY', 'MZ', 'NA', 'NC', 'NE', 'NG', 'NI', 'NP', 'NR'],
  ...['NU', 'OM', 'PA', 'PE', 'PF', 'PG', 'PH', 'PK', 'PM', 'PS', 'PY', 'QA', 'RE', 'RO', 'RS', 'RW', 'SA', 'SB', 'SC'],
  ...['SH', 'SI', 'SJ', 'SK', 'SL', 'SM', 'SN', 'SO', 'SR', 'SS', 'ST', 'SV', 'SX', 'SZ', 'TC', 'TD', 'TG', 'TH'],
  ...['TJ', 'TK', 'TL', 'TM', 'TN', 'TO', 'TR', 'TT', 'TV', 'TW', 'TZ', 'UA', 'UG', 'UY', 'UZ', 'VA', 'VC', 'VE', 'VG'],
  ...['VN', 'VU', 'WF', 'WS', 'XK', 'YE', 'YT', 'ZA', 'ZM', 'ZW'],
] as const
export const allCountries = [...countries, ...otherCountries] as const

/** Reports whether an address in this country needs a state, province or region. */
export const needsState = (country: string): boolean => (countries as readonly string[]).includes(country)

const incomplete = 'Please fill in all required address fields'
const badTaxId = 'Please enter the tax id with its letters and digits, such as DE123456789'
const line = z.string(incomplete).trim().min(1, incomplete).max(200)

/** In the United States the state is one of the fifty; outside the listed countries it may be left out. */
export const BillingAddress = z
  .object({
    line1: line,
    line2: z.string().trim().max(200).nullish(),
    city: line,
    state: z.string(incomplete).trim().max(200).default(''),
    postalCode: line.max(20, incomplete),
    country: z.enum(allCountries, incomplete),
    /** A company that buys, and its VAT id or other tax id; both are printed on receipts. */
    company: z.string().trim().max(200).nullish(),
    taxId: z
      .string()
      .trim()
      .max(30, badTaxId)
      .regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{3,}$|^$/, badTaxId)
      .nullish(),
  })
  .refine(({ country, state }) => !needsState(country) || state !== '', { path: ['state'], error: incomplete })
  .refine(({ country, state }) => country !== 'US' || (states as readonly string[]).includes(state), {
    path: ['state'],
    error: incomplete,
  })
export type BillingAddress = z.infer<typeof BillingAddress>

/** Credit packs that can be bought independently of a plan, with their credits and price in cents. */
export const packs = { PACK_250: { credits: 250, amount: 500 } } as const
export const Pack = z.enum(['PACK_250'])
export type Pack = z.infer<typeof Pack>

/**
 * The payment provider: Stripe, the bundled simulation, or null for none. The browser chooses its payment form by it.
 */
export const BillingConfig = z.object({
  provider: z.enum(['stripe', 'simulated']).nullable(),
  publishableKey: z.string().nullable(),
})
export type BillingConfig = z.infer<typeof BillingConfig>

export const PaymentMethod = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  isDefault: z.boolean(),
  /** True if a payment with this card was disputed, among the customer's last hundred. */
  isDisputed: z.boolean().default(false),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>
export const PaymentMethods = z.object({ data: z.array(PaymentMethod) })
export type PaymentMethods = z.infer<typeof PaymentMethods>

/** `null`: none is known. */
export const AddressAnswer = z.object({ billingAddress: BillingAddress.nullable() })
export type AddressAnswer = z.infer<typeof AddressAnswer>

/** A payment for a pack or a plan that waits for the user's bank; `amount` is in cents. The browser continues it with the secret. */
export const UnfinishedPayment = z.object({
  id: z.string(),
  /** Null if the payment is for a plan. */
  pack: Pack.nullable(),
  plan: SoldPlan.nullable(),
  interval: Interval.nullable(),
  amount: z.int(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  paymentMethodId: z.string(),
  clientSecret: z.string(),
})
export type UnfinishedPayment = z.infer<typeof UnfinishedPayment>
export const UnfinishedPayments = z.object({ data: z.array(UnfinishedPayment) })
export type UnfinishedPayments = z.infer<typeof UnfinishedPayments>

/** The secret with which the card form confirms a card. */
export const SetupIntent = z.object({ clientSecret: z.string() })
export type SetupIntent = z.infer<typeof SetupIntent>

/** The request body of a plan choice. */
export const PlanChoice = z.object({ plan: SoldPlan, interval: Interval })
export type PlanChoice = z.infer<typeof PlanChoice>

/**
 * The effect of a plan change. `immediateCharge` is charged on confirmation; `proratedAmount` is the unused part of the
 * present plan that is set off. A scheduled change has `effectiveAt` at the period's end. `credits` are the additional
 * credits. The confirmation sends `prorationDate` and `immediateCharge` back.
 */
export const ChangePreview = z.object({
  currentPlan: SoldPlan,
  currentInterval: Interval,
  newPlan: SoldPlan,
  newInterval: Interval,
  proratedAmount: z.int(),
  immediateCharge: z.int().nonnegative(),
  nextBillingDate: z.string(),
  effectiveAt: z.string(),
  prorationDate: z.string(),
  credits: z.int().nonnegative(),
})
export type ChangePreview = z.infer<typeof ChangePreview>

/** Smaller amounts are not charged separately: the provider adds them to the next bill. In cents. */
export const leastCharge = 50

/** Credits that a first payment for each plan would grant now, and the part that would settle owed credits. */
export const FirstCredits = z.object({
  data: z.array(PlanChoice.extend({ granted: z.int().nonnegative(), settled: z.int().nonnegative() })),
})
export type FirstCredits = z.infer<typeof FirstCredits>

const receipt = { position: z.string() }
/** With a client secret, the browser lets the user confirm the payment with their bank. */
const secret = { clientSecret: z.string().nullable() }

export const SubscriptionCreated = z.object({ ...receipt, status: z.enum(['active', 'incomplete']), ...secret })
export type SubscriptionCreated = z.infer<typeof SubscriptionCreated>
/** `scheduled`: the change takes effect at the end of the period. */
export const PlanChangeAnswer = z.object({
  ...receipt,
  status: z.enum(['active', 'incomplete', 'scheduled']),
  ...secret,
})
export type PlanChangeAnswer = z.infer<typeof PlanChangeAnswer>
/** Answers an added or chosen card. The secret belongs to a renewal that waited for a card. */
export const CardAnswer = z.object({ ...receipt, ...secret })
export type CardAnswer = z.infer<typeof CardAnswer>
export const PurchaseAnswer = z.object({ ...receipt, success: z.boolean(), requiresAction: z.boolean(), ...secret })
export type PurchaseAnswer = z.infer<typeof PurchaseAnswer>

/** `paid`: the payment was made before it could be cancelled. `undecided`: the bank is processing it. */
export const PaymentCancelled = z.object({ ...receipt, outcome: z.enum(['cancelled', 'paid', 'undecided']) })
export type PaymentCancelled = z.infer<typeof PaymentCancelled>

/** A user's plan as `GET /users/me/subscription` returns it. A yearly paid plan has 'yearly' in its name. */
export const Subscription = z.object({
  plan: z.string(),
  /** The origin of the plan; null without a plan. */
  source: PlanSource.nullable(),
  periodEnd: z.string().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** The plan does not renew because a payment for it is disputed. */
  isSuspended: z.boolean(),
  isPreOrder: z.boolean(),
  isLifetimePreOrder: z.boolean(),
  preOrderValidUntil: z.string().nullable(),
  /** Null if the provider bills nothing. */
  interval: Interval.nullable(),
  status: SubscriptionStatus.nullable(),
  nextCharge: z.object({ amount: z.int(), at: z.string() }).nullable(),
  pending: PendingChange.extend({ plan: Plan }).nullable(),
  /** Set after a failed renewal: the time until which the plan still counts. */
  graceUntil: z.string().nullable(),
  /** The renewal failed because the user must confirm it with their bank. */
  needsConfirmation: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>
