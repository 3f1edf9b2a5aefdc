import type { Difference } from '#domain/audit-accounts.ts'
import { Differences } from '../../../ui/Differences.tsx'
import { formatValue, pathOf } from './values.ts'

/** Lists differences, with paths and values in the product's terms. */
export const Changes = ({ changes }: { changes: readonly Difference[] }) => (
  <Differences differences={changes} labelOf={pathOf} shownAs={formatValue} />
)
