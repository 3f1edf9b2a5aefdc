import { type BillingAddress, needsState } from '#domain/billing-answers.ts'

/** A billing address while it is typed. */
export interface Address {
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
}

const noAddress: Address = { line1: '', line2: '', city: '', state: '', postalCode: '', country: 'US' }

/** The initial value: the saved address, if any. */
export const addressFrom = (saved: BillingAddress | null | undefined): Address =>
  saved ? { ...saved, line2: saved.line2 ?? '' } : noAddress

const required = ['country', 'line1', 'city', 'state', 'postalCode'] as const

export const missingIn = (address: Address): (keyof Address)[] =>
  required.filter((part) => !address[part].trim() && (part !== 'state' || needsState(address.country)))

export const incompleteAddress = 'Please fill in all required address fields'

/** The address as sent: trimmed, and without an empty second line. */
export const trimAddress = ({ line2, ...address }: Address) => ({
  ...mapped(address),
  ...(line2.trim() && { line2: line2.trim() }),
})

const mapped = <Parts extends Record<string, string>>(parts: Parts) =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, text.trim()])) as Parts
