import { describe, expect, it } from 'vitest'
import { emptyQuote, hintOf, missingFields, toQuoteBody } from '../../frontend/src/features/models/quote/quote.ts'

const address = {
  ...emptyQuote.address,
  firstName: ' Ines ',
  lastName: 'Vale',
  addressLine1: '1 Quay',
  city: 'Salem',
  state: 'MA',
  zipCode: '01970',
}

describe('a request for a quote', () => {
  it('can be sent from the beginning up to the address, with Medium and one piece', () => {
    expect([1, 2, 3].map((step) => hintOf(step, emptyQuote))).toEqual([undefined, undefined, undefined])
    expect(hintOf(4, emptyQuote)).toBe('Please fill in all required address fields')
    expect(missingFields(emptyQuote).join()).toBe('First Name,Last Name,Address Line 1,City,State/Province,Zip Code')
    expect(hintOf(4, { ...emptyQuote, address })).toBeUndefined()
  })

  it('needs a quantity above 0, a size and the details of a customization', () => {
    for (const quantity of [0, 1.5, Number.NaN]) expect(hintOf(1, { ...emptyQuote, quantity })).toBeDefined()
    expect(hintOf(1, { ...emptyQuote, size: 'custom', customMm: 0 })).toBeDefined()
    const customization = { requested: true, details: ' ' }
    expect(hintOf(2, { ...emptyQuote, customization })).toBe('Please describe your 3D customization to continue')
    expect(hintOf(2, { ...emptyQuote, painting: { requested: true, details: '' } })).toBeUndefined()
  })

  it('names its own size, how it is painted, and only the details that are wanted', () => {
    const customization = { requested: false, details: 'dropped' }
    const painting = { requested: true, details: ' gold ' }
    const form = { ...emptyQuote, size: 'custom', customMm: 40, quantity: 2, customization, painting, address } as const
    expect(toQuoteBody(form)).toEqual({
      size: 'Custom (40mm)',
      painted: 'Professional Hand Painted',
      quantity: 2,
      notes: '',
      customization3D: { requested: false, details: '' },
      professionalPainting: { requested: true, details: 'gold' },
      address: { ...address, firstName: 'Ines' },
    })
    expect(toQuoteBody(emptyQuote)).toMatchObject({ size: 'Medium (~28mm)', painted: 'Unpainted', quantity: 1 })
  })
})
