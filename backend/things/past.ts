import { placementsView } from '#projections/placements.ts'
import { copyPast } from '../commands/past/copy.ts'
import { restorePast } from '../commands/past/restore.ts'
import { pastCommands } from '../commands/past/routes.ts'
import { pastQueries } from '../queries/past/routes.ts'
import type { Thing } from './thing.ts'

export const pastThing: Thing = {
  views: [placementsView],
  routes: [pastQueries, pastCommands],
  operations: (deps) => ({ 'restore-past': restorePast(deps), 'copy-past': copyPast(deps) }),
}
