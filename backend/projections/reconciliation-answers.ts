import { z } from 'zod'
import { DifferenceRow } from './differences.ts'
import { ReconciliationRow } from './reconciliations.ts'

/** A round with the number of differences found, those repaired, and those settled since. */
export const Reconciliation = ReconciliationRow.extend({ found: z.int(), mended: z.int(), settled: z.int() })
export type Reconciliation = z.infer<typeof Reconciliation>

/** Newest first. `isSetUp`: a payment provider is configured. */
export const Reconciliations = z.object({
  data: z.array(Reconciliation),
  total: z.int(),
  isSetUp: z.boolean(),
})
export type Reconciliations = z.infer<typeof Reconciliations>

/** With the user's name, if known. */
export const FoundDifference = DifferenceRow.extend({ username: z.string().nullable() })
export type FoundDifference = z.infer<typeof FoundDifference>
export const FoundDifferences = z.object({ data: z.array(FoundDifference), total: z.int() })
export type FoundDifferences = z.infer<typeof FoundDifferences>
