import type Stripe from 'stripe'
import type { BillingAddress } from '#domain/billing-answers.ts'
import { countries } from '#domain/billing-answers.ts'
import { PaymentDeclined, type Payments } from '../../payments.ts'
import { asked, idOf, isMissing, unlessMissing } from './asked.ts'

type Cards = Pick<
  Payments,
  'setupIntent' | 'cards' | 'addCard' | 'preferCard' | 'removeCard' | 'address' | 'setAddress'
>

const noSuchCard = () => new PaymentDeclined('payment_method_not_found', 'There is no such card of yours.')

/** Cards and the address stay at Stripe: we know them by reference. */
export const cardsAt = (stripe: Stripe): Cards => {
  const customer = async (id: string) => {
    const found = await unlessMissing(stripe.customers.retrieve(id))
    return found === null || found.deleted ? null : found
  }
  const prefer = (id: string, card: string, idempotencyKey: string) =>
    stripe.customers.update(id, { invoice_settings: { default_payment_method: card } }, { idempotencyKey })

  return {
    setupIntent: (id, idempotencyKey) =>
      asked(async () => {
        const automatic_payment_methods = { enabled: true, allow_redirects: 'never' } as const
        const params = { customer: id, usage: 'off_session', automatic_payment_methods } as const
        const { client_secret } = await stripe.setupIntents.create(params, { idempotencyKey })
        if (client_secret === null) throw new Error('Stripe made a setup intent without a secret')
        return client_secret
      }),

    cards: (id) =>
      asked(async () => {
        const [owner, { data }] = await Promise.all([
          customer(id),
          stripe.customers.listPaymentMethods(id, { type: 'card', limit: 100 }),
        ])
        const preferred = idOf(owner?.invoice_settings.default_payment_method)
        return data.flatMap(({ id, card }) =>
          card
            ? [
                {
                  ...{ id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year },
                  isDefault: id === preferred,
                },
              ]
            : [],
        )
      }),

    addCard: (id, card, key) =>
      asked(async () => {
        const [found, owner] = await Promise.all([unlessMissing(stripe.paymentMethods.retrieve(card)), customer(id)])
        const whose = idOf(found?.customer)
        if (!found || (whose !== null && whose !== id)) throw noSuchCard()
        if (whose === null) await stripe.paymentMethods.attach(card, { customer: id }, { idempotencyKey: `${key}-add` })
        if (idOf(owner?.invoice_settings.default_payment_method) === null) await prefer(id, card, `${key}-prefer`)
      }),

    preferCard: (id, card, key) => asked(async () => void (await prefer(id, card, `${key}-prefer`))),

    removeCard: (card, idempotencyKey) =>
      asked(async () => {
        await stripe.paymentMethods.detach(card, {}, { idempotencyKey }).catch((error: unknown) => {
          if (!isMissing(error)) throw error
        })
      }),

    address: (id) => asked(async () => addressIn((await customer(id))?.address ?? null)),

    setAddress: (id, { line1, line2, city, state, postalCode, country }, idempotencyKey) =>
      asked(async () => {
        const address = { line1, line2: line2 ?? '', city, state, postal_code: postalCode, country }
        await stripe.customers.update(id, { address }, { idempotencyKey })
      }),
  }
}

const addressIn = (address: Stripe.Address | null): BillingAddress | null => {
  const country = countries.find((each) => each === address?.country)
  if (!address?.line1 || !country) return null
  const { line1, line2, city, state, postal_code: postalCode } = address
  return { line1, line2: line2 || null, city: city ?? '', state: state ?? '', postalCode: postalCode ?? '', country }
}
