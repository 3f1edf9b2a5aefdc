import { exported } from '#domain/exports.ts'
import { looks } from '#domain/looks.ts'
import { accountStreamsView } from '#projections/account-streams.ts'
import { exportsView } from '#projections/exports.ts'
import { looksView } from '#projections/looks.ts'
import { exportCommands } from '../commands/audit/exports.ts'
import { lookCommands } from '../commands/audit/looks.ts'
import { auditAccountQueries, auditStepQueries } from '../queries/audit/accounts.ts'
import { chainQueries } from '../queries/audit/chain.ts'
import { exportQueries } from '../queries/audit/exports.ts'
import { ledgerQueries } from '../queries/audit/ledger.ts'
import { replayQueries } from '../queries/audit/replay.ts'
import { expireStatements, makeStatements } from '../reactors/make-statements.ts'
import type { Thing } from './thing.ts'

export const auditThing: Thing = {
  rules: [looks, exported],
  views: [looksView, accountStreamsView, exportsView],
  routes: [
    lookCommands,
    auditAccountQueries,
    auditStepQueries,
    ledgerQueries,
    replayQueries,
    chainQueries,
    exportCommands,
    exportQueries,
  ],
  reactors: (deps) => [makeStatements(deps), expireStatements(deps)],
}
