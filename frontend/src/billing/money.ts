const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount in cents as people read it: '$148.00', and what comes off with a real minus. */
export const money = (cents: number): string => dollars.format(Math.abs(cents) / 100).replace(/^/, cents < 0 ? '−' : '')
