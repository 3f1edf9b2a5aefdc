const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats an amount in cents: '$148.00', with a typographic minus. */
export const money = (cents: number): string => dollars.format(Math.abs(cents) / 100).replace(/^/, cents < 0 ? '−' : '')
