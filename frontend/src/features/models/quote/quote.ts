import { customQuoteSize, quoteSizes } from '#domain/model-words.ts'
import type { QuoteBody } from '../../../data/models.ts'

export interface QuoteForm {
  /** One of `quoteSizes`, or `custom` with its own millimetres. */
  size: (typeof quoteSizes)[number] | 'custom'
  customMm: number
  quantity: number
  customization: { requested: boolean; details: string }
  painting: { requested: boolean; details: string }
  notes: string
  address: QuoteBody['address']
}

/** Props of each step. */
export interface StepProps {
  form: QuoteForm
  onChange: (changes: Partial<QuoteForm>) => void
  /** The user tried to leave the step. */
  isTried: boolean
}

export const emptyQuote: QuoteForm = {
  size: quoteSizes[0],
  customMm: 28,
  quantity: 1,
  customization: { requested: false, details: '' },
  painting: { requested: false, details: '' },
  notes: '',
  address: {
    firstName: '',
    lastName: '',
    addressLine1: '',
    addressLine2: '',
    country: 'USA',
    city: '',
    state: '',
    zipCode: '',
  },
}

export const stepCount = 4

export const addressFields = [
  { name: 'firstName', label: 'First Name', autoComplete: 'given-name', most: 100 },
  { name: 'lastName', label: 'Last Name', autoComplete: 'family-name', most: 100 },
  { name: 'addressLine1', label: 'Address Line 1', autoComplete: 'address-line1', most: 200 },
  { name: 'addressLine2', label: 'Address Line 2', autoComplete: 'address-line2', most: 200, isOptional: true },
  { name: 'city', label: 'City', autoComplete: 'address-level2', most: 100 },
  { name: 'state', label: 'State/Province', autoComplete: 'address-level1', most: 100 },
  { name: 'zipCode', label: 'Zip Code', autoComplete: 'postal-code', most: 20 },
] as const

/** Labels of the required fields that are empty. */
export const missingFields = ({ address }: QuoteForm): string[] =>
  addressFields
    .filter((field) => !('isOptional' in field) && address[field.name].trim() === '')
    .map(({ label }) => label)

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

/** Returns the hint that explains why a step is incomplete; undefined if it is complete. Steps count from 1. */
export const hintOf = (step: number, form: QuoteForm): string | undefined => {
  if (step === 1) {
    if (form.size === 'custom' && !isCount(form.customMm, 1000)) return 'Please enter a size in millimeters to continue'
    return isCount(form.quantity, 1000) ? undefined : 'Please enter a quantity above 0 to continue'
  }
  if (step === 2)
    return form.customization.requested && form.customization.details.trim() === ''
      ? 'Please describe your 3D customization to continue'
      : undefined
  return step === 4 && missingFields(form).length > 0 ? 'Please fill in all required address fields' : undefined
}

/** The request as the server takes it. */
export const toQuoteBody = ({
  size,
  customMm,
  quantity,
  customization,
  painting,
  notes,
  address,
}: QuoteForm): QuoteBody => ({
  size: size === 'custom' ? customQuoteSize(customMm) : size,
  painted: painting.requested ? 'Professional Hand Painted' : 'Unpainted',
  quantity,
  notes: notes.trim(),
  customization3D: { ...customization, details: customization.requested ? customization.details.trim() : '' },
  professionalPainting: { ...painting, details: painting.requested ? painting.details.trim() : '' },
  address: Object.fromEntries(
    Object.entries(address).map(([name, text]) => [name, text.trim()]),
  ) as QuoteForm['address'],
})
