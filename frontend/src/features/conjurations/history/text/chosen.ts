import type { Which } from '../../../../data/text-history.ts'

/** A version that is read: which, and of what time it is. */
export interface Chosen {
  which: Which
  when: string
}
export type Restore = (revision: number) => void
