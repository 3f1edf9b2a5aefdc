import { untitledConjuration } from '#domain/conjuration-words.ts'
import { conjurationEvents, conjurations } from '#domain/conjurations.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { typesOf } from '#projections/trash.ts'
import { restore } from '../commands/collections/placing.ts'
import { bulkConjurationCommands, moveConjurationCommands } from '../commands/conjurations/bulk.ts'
import { changeConjurations } from '../commands/conjurations/change-many.ts'
import { copyConjurationCommands } from '../commands/conjurations/copy.ts'
import { conjurationHistoryCommands } from '../commands/conjurations/history.ts'
import { deleteConjurations, moveConjurations } from '../commands/conjurations/operations.ts'
import { returnConjurations } from '../commands/conjurations/return-conjurations.ts'
import { conjurationCommands } from '../commands/conjurations/routes.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import { conjurationHistoryQueries } from '../queries/conjurations/history.ts'
import { conjurationQueries } from '../queries/conjurations/routes.ts'
import { discardBlankLore } from '../reactors/discard-blank-lore.ts'
import { noteCopies } from '../reactors/note-copies.ts'
import type { Thing } from './thing.ts'

const trashedConjurations: TrashKind = {
  kind: 'lore',
  table: 'conjurations',
  operationId: 'x."operationId"',
  name: `coalesce(nullif(x.name, ''), '${untitledConjuration}')`,
  saysOnlyIds: typesOf(conjurationEvents, 'ConjurationDeleted', 'ConjurationRestored'),
  restore: (run, { id, operationId }) => restore(run, run, id, operationId),
}

export const conjurationsThing: Thing = {
  rules: [conjurations],
  views: [conjurationsView],
  routes: [
    conjurationQueries,
    conjurationCommands,
    bulkConjurationCommands,
    moveConjurationCommands,
    copyConjurationCommands,
    conjurationHistoryQueries,
    conjurationHistoryCommands,
  ],
  reactors: ({ pool }) => [noteCopies, discardBlankLore(pool)],
  operations: (deps) => ({
    'delete-conjurations': deleteConjurations,
    'move-conjurations': moveConjurations(deps),
    'return-conjurations': returnConjurations(deps),
    'change-conjurations': changeConjurations(deps),
  }),
  trash: trashedConjurations,
}
