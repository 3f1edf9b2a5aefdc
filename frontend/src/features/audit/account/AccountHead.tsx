import { IconAlertTriangle } from '@tabler/icons-react'
import type { AccountPast } from '#domain/audit-accounts.ts'
import { isAdmin, mayAudit } from '#domain/roles.ts'
import { usePaymentsQuery } from '../../../data/audit-ledger.ts'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import { PersonHead } from '../../../ui/PersonHead.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { ChainBadge } from '../chain/ChainBadge.tsx'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import type { Moment } from '../moment.ts'
import { differing } from '../payments/differing.ts'
import classes from './audit-account.module.css'
import { ChangeAccount } from './ChangeAccount.tsx'
import { MaskedEmail } from './MaskedEmail.tsx'

/** The account's owner, and the states of its money and of its chain, which are independent of each other. */
export const AccountHead = ({ past, settled }: { past: AccountPast; settled: Moment }) => {
  const { account, state, at } = past
  const { data: payments } = usePaymentsQuery({ accountId: account.id, ...settled })
  const differ = payments ? differing(payments) : 0
  return (
    <PersonHead
      className={classes.head}
      name={account.name}
      wraps
      badges={
        <>
          <PlanBadge plan={state.plan.effective} />
          {mayAudit(state.account.role) && <Badge>{isAdmin(state.account.role) ? 'Admin' : 'Auditor'}</Badge>}
          {state.account.banned && <Badge colour="madder">Banned</Badge>}
        </>
      }
      about={
        <>
          <MaskedEmail accountId={account.id} masked={account.emailMasked} />
          <span className={classes.mono} title={account.id}>
            {shortId(account.id)}
          </span>
          <ChangeAccount />
        </>
      }
    >
      <div className={classes.glance}>
        {differ > 0 && (
          <Badge colour="madder" icon={<IconAlertTriangle size={13} aria-hidden="true" />}>
            {differ === 1 ? '1 payment differs' : `${differ} payments differ`}
          </Badge>
        )}
        <ChainBadge accountId={account.id} />
        <ExportMenu accountId={account.id} accountName={account.name || 'a forgotten account'} through={at} />
      </div>
    </PersonHead>
  )
}
