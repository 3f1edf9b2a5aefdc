import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type Address, trimAddress } from '../address.ts'
import { type CardFieldsProps, PaymentProblem } from '../card-payments.ts'

/** Our colours for Stripe's iframes, which our style sheets do not reach. */
const appearance = (): Appearance => {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(`--ll-${name}`).trim()
  return {
    theme: 'flat',
    variables: {
      colorPrimary: token('thread'),
      colorBackground: token('surface'),
      colorText: token('text'),
      colorTextSecondary: token('text-2'),
      colorTextPlaceholder: token('text-3'),
      colorDanger: token('madder'),
      fontSizeBase: '14px',
      borderRadius: '6px',
    },
    rules: { '.Input': { border: `1px solid ${token('control')}` } },
  }
}

/** Creates Stripe's card fields. The billing address is entered in our own form, and sent to Stripe with the card. */
export const elementsFields = (stripe: Stripe) =>
  function ElementsFields({ onReady, onChange, onProblem }: CardFieldsProps) {
    const container = useRef<HTMLDivElement>(null)
    const ready = useEffectEvent(onReady)
    const changed = useEffectEvent(onChange)
    const failed = useEffectEvent(onProblem)
    useEffect(() => {
      if (!container.current) return failed('Payment container not found')
      const elements = stripe.elements({
        mode: 'setup',
        currency: 'usd',
        paymentMethodCreation: 'manual',
        allowedPaymentMethodTypes: ['card'],
        appearance: appearance(),
      })
      const fields = elements.create('payment', { fields: { billingDetails: { address: 'never' } } })
      fields.on('ready', () =>
        ready({ create: (address) => created(stripe, elements, address), check: () => void elements.submit() }),
      )
      fields.on('change', () => changed())
      fields.on('loaderror', () => failed('Failed to setup payment form'))
      fields.mount(container.current)
      return () => fields.destroy()
    }, [])
    return <div ref={container} data-testid="card" />
  }

const created = async (stripe: Stripe, elements: StripeElements, address: Address): Promise<string> => {
  const { error: invalid } = await elements.submit()
  if (invalid) throw new PaymentProblem(invalid.message ?? 'Payment method validation failed')
  const { line1, line2 = '', city, state, postalCode: postal_code, country } = trimAddress(address)
  const billing_details = { address: { line1, line2, city, state, postal_code, country } }
  const { error, paymentMethod } = await stripe.createPaymentMethod({ elements, params: { billing_details } })
  if (error) throw new PaymentProblem(error.message ?? 'Failed to create payment method')
  if (!paymentMethod) throw new PaymentProblem('No payment method was created')
  return paymentMethod.id
}
