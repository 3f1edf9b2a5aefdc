import type { Difference } from '#domain/audit-accounts.ts'
import { Differences } from '../../../ui/Differences.tsx'
import { pathOf, shownAs } from './values.ts'

/** What became of what, in the product's words. */
export const Changes = ({ changes }: { changes: readonly Difference[] }) => (
  <Differences differences={changes} labelOf={pathOf} shownAs={shownAs} />
)
