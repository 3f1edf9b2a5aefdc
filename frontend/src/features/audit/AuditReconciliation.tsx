import { Rounds } from '../../reconciliation/Rounds.tsx'
import { accountPath } from './accounts/paths.ts'

/** The admins' list of reconciliation rounds, without the button that begins one. */
export const AuditReconciliation = () => <Rounds toPerson={accountPath} />
