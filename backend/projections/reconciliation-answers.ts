import { z } from 'zod'
import { DifferenceRow } from './differences.ts'
import { ReconciliationRow } from './reconciliations.ts'

/** A round and how much it found, of which how much was mended, and how much more is over since. */
export const Reconciliation = ReconciliationRow.extend({ found: z.int(), mended: z.int(), settled: z.int() })
export type Reconciliation = z.infer<typeof Reconciliation>

/** Newest first. `isSetUp`: there is a provider to compare with. */
export const Reconciliations = z.object({
  data: z.array(Reconciliation),
  total: z.int(),
  isSetUp: z.boolean(),
})
export type Reconciliations = z.infer<typeof Reconciliations>

/** With the name of whom it is about, where they are known. */
export const FoundDifference = DifferenceRow.extend({ username: z.string().nullable() })
export type FoundDifference = z.infer<typeof FoundDifference>
export const FoundDifferences = z.object({ data: z.array(FoundDifference), total: z.int() })
export type FoundDifferences = z.infer<typeof FoundDifferences>
