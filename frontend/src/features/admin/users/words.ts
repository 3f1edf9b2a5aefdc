import { dateOf } from '../../../ui/dates.ts'

export const number = new Intl.NumberFormat('en')

/** '3 Nov 2026', or a dash where there is no date. */
export const longDate = (iso: string | null): string => (iso === null ? '–' : dateOf(iso))
