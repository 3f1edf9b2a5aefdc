import type { ConjurationItem } from '#projections/answers.ts'
import { late } from '../../../ui/late.ts'
import { Part } from '../../../ui/Part.tsx'

const Relationships = late(async () => (await import('../../../relationships/Relationships.tsx')).Relationships)

/** The lore's relationships. */
export const Relations = ({ lore, editable }: { lore: ConjurationItem; editable: boolean }) => (
  <Part>
    <Relationships conjurationId={lore.id} canEdit={editable} />
  </Part>
)
