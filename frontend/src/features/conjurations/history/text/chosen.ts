import type { Which } from '../../../../data/text-history.ts'

/** The version that is open: the parameters of its query, and the time to display. */
export interface Chosen {
  which: Which
  when: string
}
export type Restore = (revision: number) => void
