import type { Which } from '../../../../data/text-history.ts'

/** A version that is open: its key and time. */
export interface Chosen {
  which: Which
  when: string
}
export type Restore = (revision: number) => void
