import type Stripe from 'stripe'
import type { BillingAddress } from '#domain/billing-answers.ts'
import { allCountries } from '#domain/billing-answers.ts'
import { PaymentDeclined, type Payments } from '../../payments.ts'
import { callStripe, idOf, isMissing, unlessMissing } from './call-stripe.ts'

type Cards = Pick<
  Payments,
  | 'setupIntent'
  | 'cards'
  | 'addCard'
  | 'attachUnconfirmedCard'
  | 'promotePaidCard'
  | 'replaceCards'
  | 'preferCard'
  | 'removeCard'
  | 'address'
  | 'setAddress'
>

const noSuchCard = () => new PaymentDeclined('payment_method_not_found', 'There is no such card of yours.')

/**
 * Entries of a customer's metadata: the card that becomes the default once a payment with it succeeds, and the newest payment before
 * that, since an earlier payment confirms nothing.
 */
const offered = { card: 'offered_card', after: 'offered_after' } as const
const noOffer = { [offered.card]: '', [offered.after]: '' }

/** Removes the offered card from a customer's metadata after its payment was cancelled. */
export const withdrawOffer = async (stripe: Stripe, customer: string): Promise<void> => {
  await stripe.customers.update(customer, { metadata: noOffer })
}

/** Cards and addresses are stored at Stripe only; they are addressed by id. */
export const cardsAt = (stripe: Stripe): Cards => ({
  setupIntent: (id, key) => callStripe(() => createSetupIntent(stripe, id, key)),
  cards: (id) => callStripe(() => listCards(stripe, id)),
  addCard: (id, card, key) =>
    callStripe(async () => {
      const owner = await attach(stripe, id, card, key)
      // `preferCard` may follow with the same key and other parameters.
      if (defaultCardOf(owner) === null) await prefer(stripe, id, card, `${key}-add-prefer`)
    }),
  attachUnconfirmedCard: (id, card, { becomesDefault }, key) =>
    callStripe(() => attachUnconfirmed(stripe, id, { card, isAlwaysDefault: becomesDefault === 'always', key })),
  promotePaidCard: (id) => callStripe(() => promotePaid(stripe, id)),
  // The user's own choice replaces an offered card that awaits its payment.
  preferCard: (id, card, key) =>
    callStripe(async () => {
      const params = { invoice_settings: { default_payment_method: card }, metadata: noOffer }
      await stripe.customers.update(id, params, { idempotencyKey: `${key}-prefer` })
    }),
  replaceCards: (id, card, key) => callStripe(() => replaceCards(stripe, id, card, key)),
  removeCard: (id, card, key) =>
    callStripe(async () => {
      const all = await listMethods(stripe, id)
      const removed = all.find((each) => each.id === card)
      for (const same of removed ? findSame(removed, all) : []) await detach(stripe, same.id, key)
      await detach(stripe, card, key)
    }),
  address: (id) => callStripe(async () => readAddress(await findCustomer(stripe, id))),
  setAddress: (id, { line1, line2, city, state, postalCode, country, company, taxId }, idempotencyKey) =>
    callStripe(async () => {
      const address = { line1, line2: line2 ?? '', city, state, postal_code: postalCode, country }
      // An empty value removes the entry.
      const metadata = { company: company ?? '', tax_id: taxId ?? '' }
      await stripe.customers.update(id, { address, metadata }, { idempotencyKey })
    }),
})

const findCustomer = async (stripe: Stripe, id: string) => {
  const found = await unlessMissing(stripe.customers.retrieve(id))
  return found === null || found.deleted ? null : found
}

const prefer = (stripe: Stripe, id: string, card: string, idempotencyKey: string) =>
  stripe.customers.update(id, { invoice_settings: { default_payment_method: card } }, { idempotencyKey })

/** The newest first. */
const listMethods = async (stripe: Stripe, id: string) =>
  (await stripe.customers.listPaymentMethods(id, { type: 'card', limit: 100 })).data

/** Other payment methods of the same card: Stripe creates one each time it is entered. */
const findSame = (card: Stripe.PaymentMethod, those: readonly Stripe.PaymentMethod[]) =>
  those.filter((other) => other.id !== card.id && numberOf(other) !== null && numberOf(other) === numberOf(card))

/** The fingerprints and ids of the cards with which disputed payments were made. */
const findDisputed = async (stripe: Stripe, id: string) => {
  const { data } = await stripe.charges.list({ customer: id, limit: 100 })
  const disputed = data.filter((charge) => charge.disputed)
  return new Set(disputed.flatMap((one) => [one.payment_method_details?.card?.fingerprint, one.payment_method]))
}

const detach = async (stripe: Stripe, card: string, key: string) => {
  await stripe.paymentMethods.detach(card, {}, { idempotencyKey: `${key}-remove-${card}` }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

/** Attaches a card that is no other customer's. Returns the customer. */
const attach = async (stripe: Stripe, id: string, card: string, key: string) => {
  const [found, owner] = await Promise.all([
    unlessMissing(stripe.paymentMethods.retrieve(card)),
    findCustomer(stripe, id),
  ])
  const whose = idOf(found?.customer)
  if (!found || (whose !== null && whose !== id)) throw noSuchCard()
  if (whose === null) await stripe.paymentMethods.attach(card, { customer: id }, { idempotencyKey: `${key}-add` })
  return owner
}

const defaultCardOf = (owner: Stripe.Customer | null) => idOf(owner?.invoice_settings.default_payment_method)

const createSetupIntent = async (stripe: Stripe, id: string, idempotencyKey: string) => {
  const automatic_payment_methods = { enabled: true, allow_redirects: 'never' } as const
  const params = { customer: id, usage: 'off_session', automatic_payment_methods } as const
  const { client_secret } = await stripe.setupIntents.create(params, { idempotencyKey })
  if (client_secret === null) throw new Error('Stripe made a setup intent without a secret')
  return client_secret
}

const listCards = async (stripe: Stripe, id: string) => {
  const [owner, all, disputed] = await Promise.all([
    findCustomer(stripe, id),
    listMethods(stripe, id),
    findDisputed(stripe, id),
  ])
  const preferred = idOf(owner?.invoice_settings.default_payment_method)
  const same = Map.groupBy(all, (method) => numberOf(method) ?? method.id)
  // Shows one payment method per card: the default one, or else the newest.
  const shown = [...same.values()].flatMap((those) => those.find(({ id }) => id === preferred) ?? those[0] ?? [])
  return shown.flatMap(({ id, card }) =>
    card
      ? [
          {
            id,
            brand: card.brand,
            last4: card.last4,
            expMonth: card.exp_month,
            expYear: card.exp_year,
            isDefault: id === preferred,
            isDisputed: disputed.has(id) || disputed.has(card.fingerprint),
          },
        ]
      : [],
  )
}

const attachUnconfirmed = async (
  stripe: Stripe,
  id: string,
  { card, isAlwaysDefault, key }: { card: string; isAlwaysDefault: boolean; key: string },
) => {
  const owner = await attach(stripe, id, card, key)
  const preferred = defaultCardOf(owner)
  const before = owner?.metadata[offered.card]
  const isOffered = preferred !== card && (preferred === null || isAlwaysDefault)
  // A repeated request keeps the time of the offer.
  if (isOffered ? before === card : !before) return
  const { data } = await stripe.paymentIntents.list({ customer: id, limit: 1 })
  const metadata = isOffered ? { [offered.card]: card, [offered.after]: data[0]?.id ?? '' } : noOffer
  await stripe.customers.update(id, { metadata })
}

const promotePaid = async (stripe: Stripe, id: string) => {
  const { [offered.card]: card, [offered.after]: after } = (await findCustomer(stripe, id))?.metadata ?? {}
  if (!card) return
  const { data } = await stripe.paymentIntents.list({ customer: id, limit: 100 })
  const before = data.findIndex((payment) => payment.id === after)
  const isPaid = data
    .slice(0, before === -1 ? undefined : before)
    .some(({ status, payment_method }) => status === 'succeeded' && idOf(payment_method) === card)
  if (!isPaid) return
  // The user may have removed the card since.
  const isHere = (await listMethods(stripe, id)).some((each) => each.id === card)
  await stripe.customers.update(id, {
    metadata: noOffer,
    ...(isHere && { invoice_settings: { default_payment_method: card } }),
  })
}

const replaceCards = async (stripe: Stripe, id: string, card: string, key: string) => {
  const [owner, all] = await Promise.all([findCustomer(stripe, id), listMethods(stripe, id)])
  const added = all.find((each) => each.id === card)
  const before = added ? findSame(added, all).map(({ id }) => id) : []
  if (before.length === 0) return
  const preferred = idOf(owner?.invoice_settings.default_payment_method)
  if (preferred !== null && before.includes(preferred)) await prefer(stripe, id, card, `${key}-replace`)
  const { data: subscriptions } = await stripe.subscriptions.list({ customer: id, limit: 100 })
  for (const { id: subscription, default_payment_method: own } of subscriptions)
    if (before.includes(idOf(own) ?? ''))
      await stripe.subscriptions.update(
        subscription,
        { default_payment_method: card },
        { idempotencyKey: `${key}-replace-${subscription}` },
      )
  for (const one of before) await detach(stripe, one, key)
}

/** Fingerprint of the card number; equal for equal numbers. */
const numberOf = ({ card }: Stripe.PaymentMethod) => card?.fingerprint ?? null

const readAddress = (customer: Stripe.Customer | null): BillingAddress | null => {
  const { address = null, metadata } = customer ?? {}
  const country = allCountries.find((each) => each === address?.country)
  if (!address?.line1 || !country) return null
  const { line1, line2, city, state, postal_code: postalCode } = address
  return {
    line1,
    line2: line2 || null,
    city: city ?? '',
    state: state ?? '',
    postalCode: postalCode ?? '',
    country,
    company: metadata?.company || null,
    taxId: metadata?.tax_id || null,
  }
}
