const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

export const number = new Intl.NumberFormat('en')

/** '3 Nov 2026', or a dash where there is no date. */
export const longDate = (iso: string | null): string => (iso === null ? '–' : long.format(new Date(iso)))
