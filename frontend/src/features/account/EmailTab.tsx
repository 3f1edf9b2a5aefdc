import { Button } from '@mantine/core'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { EmailHistoryKind } from '#domain/email-addresses.ts'
import type { UserRole } from '#domain/entitlements.ts'
import { messageOf } from '../../base/problem.ts'
import { type EmailAddressState, useEmailAddressStateQuery, useWithdrawEmailChangeMutation } from '../../data/email.ts'
import { useMe } from '../../data/me.ts'
import { outboxHint, useEmailLink } from '../../data/use-email-link.ts'
import { Badge } from '../../ui/Badge.tsx'
import { dateOf, dateTimeOf } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Part } from '../../ui/Part.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './email.module.css'
import { MarketingSwitch } from './MarketingSwitch.tsx'
import { TabLoading } from './TabLoading.tsx'

const ChangeEmailDialog = lazy(async () => ({ default: (await import('./ChangeEmailDialog.tsx')).ChangeEmailDialog }))

/** Shows the email address, its verification, and a change of address that awaits its link. */
export const EmailTab = () => {
  const me = useMe()
  const query = useEmailAddressStateQuery()
  const { data, isError, refetch } = query
  if (data) return <EmailStatus status={data} isOwn={me.impersonatedBy === null} />
  if (isError) return <ErrorState text="Failed to load your address" onRetry={() => void refetch()} />
  return <TabLoading onRetry={refetch} />
}

interface Props {
  status: EmailAddressState
  /** False for impersonators, who see the address but cannot change it. */
  isOwn: boolean
}

const EmailStatus = ({ status, isOwn }: Props) => {
  const [isChanging, setChanging] = useState(false)
  const close = () => setChanging(false)
  return (
    <div className={classes.email}>
      <section aria-labelledby="your-address">
        <header className={classes.head}>
          <h2 id="your-address">Your address</h2>
          <Button disabled={!isOwn} onClick={() => setChanging(true)}>
            Change Email
          </Button>
        </header>
        <Present status={status} />
        {status.waiting?.isChange && <NewAddress email={status.waiting.email} />}
        <LinkOf status={status} isOwn={isOwn} />
      </section>
      <section className={classes.history} aria-labelledby="email-news">
        <h2 id="email-news">News</h2>
        <MarketingSwitch />
      </section>
      <History status={status} />
      {isChanging && (
        <Part onFailed={close}>
          <ChangeEmailDialog hasPassword={status.hasPassword} onClose={close} />
        </Part>
      )}
    </div>
  )
}

const Present = ({ status: { email, isVerified, verifiedAt } }: { status: EmailAddressState }) => (
  <div className={classes.address}>
    <b>{email}</b>
    {isVerified ? (
      <Badge colour="lichen" icon={<IconCheck size={13} aria-hidden="true" />}>
        Verified
      </Badge>
    ) : (
      <NotYet />
    )}
    {verifiedAt && <span className="num">since {dateOf(verifiedAt)}</span>}
  </div>
)

const NewAddress = ({ email }: { email: string }) => (
  <div className={classes.address} data-waits>
    <b>{email}</b>
    <NotYet />
  </div>
)

const NotYet = () => (
  <Badge colour="copper" icon={<IconClock size={13} aria-hidden="true" />}>
    Not verified yet
  </Badge>
)

/** Describes the pending link, or else the benefits that await verification. Sends a link, or withdraws a change of address. */
const LinkOf = ({ status, isOwn }: Props) => {
  const { waiting, isVerified } = status
  const { role } = useMe()
  const { label, isLoading, isPaused, run } = useEmailLink(status)
  const [withdraw, { isLoading: isWithdrawing }] = useWithdrawEmailChangeMutation()
  if (isVerified && !waiting) return null

  const keepOld = async () => {
    const { error } = await withdraw()
    if (error) return toast.error(messageOf(error, 'The change could not be withdrawn. Please try again.'))
    toast.success('Your address stays as it is')
  }

  return (
    <>
      <p className={classes.sentence}>{sentenceOf(status, role)}</p>
      <div className={classes.acts}>
        <Button variant="filled" loading={isLoading} disabled={isPaused || !isOwn} onClick={() => void run()}>
          {label}
        </Button>
        {waiting?.isChange && (
          <Button variant="subtle" loading={isWithdrawing} disabled={!isOwn} onClick={() => void keepOld()}>
            Keep the old address
          </Button>
        )}
      </div>
      {!isOwn && <p className={classes.sentence}>Only this person can change or verify the address.</p>}
    </>
  )
}

const sentenceOf = ({ waiting, sendsMail }: EmailAddressState, role: UserRole): string => {
  const wanting = `Until the address is verified, what is meant for it waits: a pre-order${sendsMail ? ', or the credits of a new account' : ''}.`
  if (!waiting) return wanting
  const where = sendsMail
    ? `We sent a link to ${waiting.isChange ? 'the new' : 'this'} address on ${dateTimeOf(waiting.sentAt)}.`
    : outboxHint(role)
  const until = `${sendsMail ? 'It' : 'The link'} works until ${dateTimeOf(waiting.expiresAt)}.`
  const rest = waiting.isChange ? 'Until you open it, you sign in with the old address and mail goes there.' : wanting
  return `${where} ${until} ${rest}`
}

const words: Readonly<Record<EmailHistoryKind, string>> = {
  registered: 'Account created',
  change_requested: 'Change requested',
  change_withdrawn: 'Change withdrawn',
  changed: 'Address changed',
  verified: 'Verified',
}

const History = ({ status: { history, waiting, hasPassword } }: { status: EmailAddressState }) => (
  <section className={classes.history} aria-labelledby="address-history">
    <h2 id="address-history">What happened to it</h2>
    <ol>
      {history.map(({ at, kind }, index) => (
        <li key={`${at} ${index}`}>
          <time className="num" dateTime={at}>
            {dateTimeOf(at)}
          </time>
          <span>{words[kind]}</span>
        </li>
      ))}
    </ol>
    {waiting?.isChange && hasPassword && (
      <p className={classes.sentence}>
        Was it not you? Sign out and set a new password: that stops the change and signs everyone out.
      </p>
    )}
  </section>
)
