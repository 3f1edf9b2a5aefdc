import { type CheckName, checking, checksId, checks as nightlyChecks } from '#domain/checks.ts'
import { reconciliation, reconciliationId } from '#domain/reconciliation.ts'
import { timerContext } from '../commands/context.ts'
import type { Dispatcher } from '../commands/dispatch.ts'
import { derivedId } from '../commands/ids.ts'
import type { Round } from './nightly.ts'

type Handler = Pick<Dispatcher, 'dispatch'>

/** Begins the nightly comparison of the ledger with the provider's records. */
export const reconciliationRound =
  ({ dispatch }: Handler): Round =>
  (day) =>
    dispatch(timerContext('reconciliation', day), reconciliation, reconciliationId, {
      type: 'BeginReconciliation',
      data: { roundId: derivedId('reconciliation', day), cause: 'nightly' },
    })

/** Returns a round for each nightly check. */
export const checkRounds = ({ dispatch }: Handler): Round[] =>
  (Object.keys(nightlyChecks) as CheckName[]).map(
    (name) => (day) =>
      dispatch(timerContext(`check ${name}`, day), checking, checksId, {
        type: 'BeginCheck',
        data: { checkId: derivedId('check', name, day), name, cause: 'nightly' },
      }),
  )
