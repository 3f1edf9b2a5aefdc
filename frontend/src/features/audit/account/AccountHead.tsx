import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import type { AccountPast } from '#domain/audit-accounts.ts'
import { isAdmin, mayAudit } from '#domain/roles.ts'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { useAccountChainQuery, useRevealEmailMutation } from '../../../data/audit.ts'
import { usePaymentsQuery } from '../../../data/audit-ledger.ts'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import { PersonHead } from '../../../ui/PersonHead.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { LiveStitch } from '../../../ui/Thread.tsx'
import textButton from '../../../ui/text-button.module.css'
import { count } from '../amounts.ts'
import chainClasses from '../chain/chain.module.css'
import { ExportMenu } from '../exports/ExportMenu.tsx'
import type { Moment } from '../moment.ts'
import { differing } from '../payments/differing.ts'
import { categoryOf } from '../streams.ts'
import classes from './audit-account.module.css'
import { ChangeAccount } from './ChangeAccount.tsx'

/** An e-mail address that is masked until the auditor gives a reason, and then shown until the page is left. */
const MaskedEmail = ({ accountId, masked }: { accountId: string; masked: string }) => {
  const [reveal, { reset }] = useRevealEmailMutation()
  const [isAsking, dialog] = useDisclosure(false)
  const [shown, setShown] = useState<string | null>()
  if (shown !== undefined) return <span className={classes.email}>{shown ?? 'Forgotten'}</span>
  if (!masked) return <span>No e-mail: forgotten</span>
  return (
    <>
      <span>{masked}</span>
      <button type="button" className={`${textButton.button} ${classes.reveal}`} onClick={dialog.open}>
        Reveal e-mail
      </button>
      <ReasonDialog
        opened={isAsking}
        title="Reveal the e-mail address?"
        act="Reveal"
        otherwise="Failed to reveal the address"
        onClose={dialog.close}
        onReason={async (reason) => {
          const { email } = await reveal({ accountId, reason }).unwrap()
          // The revealed address is not cached beyond this page.
          reset()
          setShown(email)
        }}
      >
        Most questions are answered without it.
      </ReasonDialog>
    </>
  )
}

/** Shows if the account's events still match their hashes in the chain, verified just now. */
const ChainBadge = ({ accountId }: { accountId: string }) => {
  const { data, error } = useAccountChainQuery(accountId)
  if (error && !data) return <Badge>Chain could not be checked</Badge>
  if (!data)
    return (
      <span className={chainClasses.checking} role="status">
        <LiveStitch width={26} />
        Checking the chain
      </span>
    )
  if (data.firstBad)
    return (
      <Badge colour="madder" icon={<IconShieldX size={13} aria-hidden="true" />}>
        <span className="num">
          Chain broken at {categoryOf(data.firstBad.stream)}, revision {count(data.firstBad.revision)}
        </span>
      </Badge>
    )
  const isWhole = data.verified === data.of
  return (
    <Badge colour={isWhole ? 'lichen' : 'woad'} icon={isWhole && <IconShieldCheck size={13} aria-hidden="true" />}>
      <span className="num">
        {isWhole
          ? `Chain verified: all ${count(data.of)} events are as they were linked`
          : `Chain: ${count(data.verified)} of ${count(data.of)} events are linked and verified`}
      </span>
    </Badge>
  )
}

/** The account's owner, with badges for payments that differ from the ledger and for the verification of the audit chain. */
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
