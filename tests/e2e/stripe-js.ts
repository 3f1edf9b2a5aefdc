import type { BrowserContext } from '@playwright/test'

/**
 * Stands in for Stripe's own program at its address: fields that are one input, a payment method for whatever is typed, and a bank that
 * does as `bank` says. What it was asked is kept at `window.stripeAsked`.
 */
const program = (bank: 'succeeds' | 'fails') => `
  window.stripeAsked = []
  const asked = (name, given) => { window.stripeAsked.push([name, given]) }
  window.Stripe = (key) => ({
    elements: (options) => {
      asked('elements', { key, mode: options.mode })
      let field
      const heard = {}
      return {
        field: () => field,
        create: () => ({
          on: (event, listener) => { heard[event] = listener },
          mount(container) {
            field = document.createElement('input')
            field.setAttribute('aria-label', 'Card by Stripe')
            field.oninput = () => heard.change()
            container.append(field)
            heard.ready()
          },
          destroy: () => field.remove(),
        }),
        submit: async () => field.value ? {} : { error: { message: 'Your card number is incomplete.' } },
      }
    },
    createPaymentMethod: async ({ elements, params }) => {
      asked('createPaymentMethod', params)
      return elements.field().value === 'none' ? {} : { paymentMethod: { id: 'pm_typed' } }
    },
    confirmCardPayment: async (secret, data) => {
      asked('confirmCardPayment', { secret, ...data })
      return ${bank === 'succeeds' ? '{ paymentIntent: {} }' : "{ error: { code: 'payment_intent_authentication_failure' } }"}
    },
  })
`

/** Every page of the context finds it there; `gone` is how it is for who blocks it. */
export const serveStripeJs = (
  context: BrowserContext,
  bank: 'succeeds' | 'fails' | 'gone' = 'succeeds',
): Promise<unknown> =>
  context.route('https://js.stripe.com/**', (route) =>
    bank === 'gone' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: program(bank) }),
  )
