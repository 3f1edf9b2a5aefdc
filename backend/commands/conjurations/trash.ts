import { untitledConjuration } from '#domain/conjuration-words.ts'
import { conjurationEvents } from '#domain/conjurations.ts'
import { typesOf } from '#projections/trash.ts'
import { restore } from '../collections/placing.ts'
import type { TrashKind } from '../trash/kind.ts'

export const trashedConjurations: TrashKind = {
  kind: 'lore',
  table: 'conjurations',
  operationId: 'x."operationId"',
  name: `coalesce(nullif(x.name, ''), '${untitledConjuration}')`,
  saysOnlyIds: typesOf(conjurationEvents, 'ConjurationDeleted', 'ConjurationRestored'),
  restore: (run, { id, operationId }) => restore(run, run, id, operationId),
}
