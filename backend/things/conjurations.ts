import { conjurations } from '#domain/conjurations.ts'
import { conjurationsView } from '#projections/conjurations.ts'
import { bulkConjurationCommands } from '../commands/conjurations/bulk.ts'
import { changeConjurations } from '../commands/conjurations/change-many.ts'
import { copyConjurationCommands } from '../commands/conjurations/copy.ts'
import { conjurationHistoryCommands } from '../commands/conjurations/history.ts'
import { deleteConjurations, moveConjurations } from '../commands/conjurations/operations.ts'
import { returnConjurations } from '../commands/conjurations/return-conjurations.ts'
import { conjurationCommands } from '../commands/conjurations/routes.ts'
import { trashedConjurations } from '../commands/conjurations/trash.ts'
import { conjurationHistoryQueries } from '../queries/conjurations/history.ts'
import { conjurationQueries } from '../queries/conjurations/routes.ts'
import { discardBlankLore } from '../reactors/discard-blank-lore.ts'
import { noteCopies } from '../reactors/note-copies.ts'
import type { Thing } from './thing.ts'

export const conjurationsThing: Thing = {
  rules: [conjurations],
  views: [conjurationsView],
  routes: [
    conjurationQueries,
    conjurationCommands,
    bulkConjurationCommands,
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
