import { Rounds } from '../../reconciliation/Rounds.tsx'
import { accountPath } from './accounts/paths.ts'

/** The rounds as admins have them, without the button. */
export const AuditReconciliation = () => <Rounds toPerson={accountPath} />
