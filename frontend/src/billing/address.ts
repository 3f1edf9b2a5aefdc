import { type BillingAddress, needsState } from '#domain/billing-answers.ts'

/** A billing address while it is typed. */
export interface Address {
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
  /** Optional; printed on receipts. */
  company: string
  taxId: string
}

const noAddress: Address = {
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'US',
  company: '',
  taxId: '',
}

/** The initial value: the saved address, if any. */
export const addressFrom = (saved: BillingAddress | null | undefined): Address =>
  saved ? { ...saved, line2: saved.line2 ?? '', company: saved.company ?? '', taxId: saved.taxId ?? '' } : noAddress

const required = ['country', 'line1', 'city', 'state', 'postalCode'] as const

export const missingIn = (address: Address): (keyof Address)[] =>
  required.filter((part) => !address[part].trim() && (part !== 'state' || needsState(address.country)))

export const incompleteAddress = 'Please fill in all required address fields'

const optional = ['line2', 'company', 'taxId'] as const
type Trimmed = Omit<Address, (typeof optional)[number]> & Partial<Pick<Address, (typeof optional)[number]>>

/** The address as sent: trimmed, and without empty optional parts. */
export const trimAddress = (address: Address): Trimmed => {
  const trimmed: Trimmed = mapped({ ...address })
  for (const part of optional) if (!trimmed[part]) delete trimmed[part]
  return trimmed
}

const mapped = <Parts extends Record<string, string>>(parts: Parts) =>
  Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, text.trim()])) as Parts
