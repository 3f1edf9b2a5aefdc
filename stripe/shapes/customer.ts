import type { Objects } from '../objects.ts'
import { randomText } from '../store/ids.ts'

type Customer = Objects['customer']

export const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

export const newCustomer = (id: string, created: number, given: Partial<Customer>): Customer => ({
  id,
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: randomText(8).toUpperCase(),
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
  ...given,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
    ...given.invoice_settings,
  },
})
