import type { QuoteRequest } from './quotes.ts'

/** A request for a printed miniature as it is mailed to the shop. */
export const quoteText = (request: QuoteRequest, { modelName }: { modelName: string | null }): string => {
  const { size, painted, quantity, notes, customization3D, professionalPainting, address } = request
  const { firstName, lastName, addressLine1, addressLine2, city, state, zipCode, country } = address
  const choice = ({ requested, details }: { requested: boolean; details: string }) =>
    requested ? details || 'yes' : 'no'
  return `Model: ${modelName || 'Unnamed Model'} (${request.modelId})
Size: ${size}
Painted: ${painted}
Quantity: ${quantity}
3D customization: ${choice(customization3D)}
Professional painting: ${choice(professionalPainting)}
Notes: ${notes || 'none'}

Ship to:
${[`${firstName} ${lastName}`, addressLine1, addressLine2, `${city}, ${state} ${zipCode}`, country].filter(Boolean).join('\n')}
`
}
