import type { BillingAddress } from '#domain/billing-answers.ts'

/** Where bills go to, while it is typed. */
export interface Address {
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
}

const noAddress: Address = { line1: '', line2: '', city: '', state: '', postalCode: '', country: 'US' }

/** To begin with: the one that is known. */
export const typedFrom = (known: BillingAddress | null | undefined): Address =>
  known ? { ...known, line2: known.line2 ?? '' } : noAddress

const required = ['country', 'line1', 'city', 'state', 'postalCode'] as const

export const missingIn = (address: Address): (keyof Address)[] => required.filter((part) => !address[part].trim())

export const incompleteAddress = 'Please fill in all required address fields'

/** As it is sent: without blanks around it, and without a second line that nobody wrote. */
export const sentAddress = ({ line2, ...address }: Address) => ({
  ...mapped(address),
  ...(line2.trim() && { line2: line2.trim() }),
})

const mapped = <Parts extends Record<string, string>>(parts: Parts) =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, text.trim()])) as Parts
