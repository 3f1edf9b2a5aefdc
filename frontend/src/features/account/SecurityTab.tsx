import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { Security } from '#domain/security.ts'
import { messageOf } from '../../base/problem.ts'
import { useMe } from '../../data/me.ts'
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useRequestResetMutation,
  useSecurityQuery,
} from '../../data/security.ts'
import { agoInSentence } from '../../ui/ago.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { dateOf } from '../../ui/dates.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Part } from '../../ui/Part.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './security.module.css'
import { TabLoading } from './TabLoading.tsx'

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./ChangePasswordDialog.tsx')).ChangePasswordDialog,
}))

type Session = Security['sessions'][number]

/** The password, and the devices on which the user is signed in. */
export const SecurityTab = () => {
  const me = useMe()
  const { data, isError, refetch } = useSecurityQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  })
  const isOwn = me.impersonatedBy === null
  if (isError && !data) return <ErrorState text="Failed to load your sessions" onRetry={() => void refetch()} />
  if (!data) return <TabLoading onRetry={refetch} />
  return (
    <div className={classes.security}>
      <Password security={data} isOwn={isOwn} />
      <Sessions sessions={data.sessions} isOwn={isOwn} />
      {!isOwn && <p className={classes.sentence}>Only this person can change how they sign in.</p>}
    </div>
  )
}

const Password = ({ security, isOwn }: { security: Security; isOwn: boolean }) => {
  const { email } = useMe()
  const [isChanging, setChanging] = useState(false)
  const [requestReset, { isLoading }] = useRequestResetMutation()
  const close = () => setChanging(false)

  const sendLink = async () => {
    const { error } = await requestReset({ email })
    if (error) return toast.error(messageOf(error, 'The link could not be sent. Please try again.'))
    toast.success(`A password reset link has been sent to ${email}`)
  }

  return (
    <section aria-labelledby="password">
      <header className={classes.head}>
        <h2 id="password">
          Password{' '}
          {security.passwordChangedAt && <span className="num">changed {dateOf(security.passwordChangedAt)}</span>}
        </h2>
        {security.hasPassword ? (
          <Button disabled={!isOwn} onClick={() => setChanging(true)}>
            Change Password
          </Button>
        ) : (
          <Button disabled={!isOwn} loading={isLoading} onClick={() => void sendLink()}>
            Set a Password
          </Button>
        )}
      </header>
      {!security.hasPassword && (
        <p className={classes.sentence}>You sign in without a password. A link to set one goes to {email}.</p>
      )}
      {isChanging && (
        <Part onFailed={close}>
          <ChangePasswordDialog onClose={close} />
        </Part>
      )}
    </section>
  )
}

const Sessions = ({ sessions, isOwn }: { sessions: readonly Session[]; isOwn: boolean }) => {
  const [isAsking, setAsking] = useState(false)
  const [endOthers] = useEndOtherSessionsMutation()
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  const count = others === 1 ? '1 Device' : `${others} Devices`

  const run = async () => {
    const { error } = await endOthers()
    if (error) return toast.error(messageOf(error, 'They could not be signed out. Please try again.'))
    toast.success('You are signed out everywhere else')
  }

  return (
    <section aria-labelledby="sessions">
      <header className={classes.head}>
        <h2 id="sessions">Where you are signed in</h2>
        {others > 0 && (
          <Button data-danger disabled={!isOwn} onClick={() => setAsking(true)}>
            Sign Out Everywhere Else
          </Button>
        )}
      </header>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <Device key={session.id} session={session} isOwn={isOwn} />
        ))}
      </ul>
      <p className={classes.sentence}>
        Loreloom stores no places and no network addresses. A sign-in from a new browser is mailed to you.
      </p>
      <ConfirmDialog
        opened={isAsking}
        title="Sign out everywhere else?"
        text={`${others === 1 ? '1 device has' : `${others} devices have`} to sign in again. What is being written there is saved first.`}
        confirm={`Sign Out ${count}`}
        danger
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

const iconOf = (device: string) => {
  if (/iPad|tablet/i.test(device)) return IconDeviceTablet
  return /Android|iPhone/i.test(device) ? IconDeviceMobile : IconDeviceDesktop
}

const Device = ({
  session: { id, device, isCurrent, signedInAt, usedAt },
  isOwn,
}: {
  session: Session
  isOwn: boolean
}) => {
  const [end, { isLoading }] = useEndSessionMutation()
  const Icon = iconOf(device)

  const run = async () => {
    const { error } = await end(id)
    if (error) return toast.error(messageOf(error, 'It could not be signed out. Please try again.'))
    toast.success(`${device} is signed out`)
  }

  return (
    <li>
      <Icon size={16} aria-hidden="true" />
      <div>
        <b>{device}</b>
        {isCurrent && <Badge colour="verdigris">This one</Badge>}
      </div>
      <span className={`${classes.when} num`}>
        signed in {dateOf(signedInAt)}
        {isCurrent ? ', in use now' : `, last used ${agoInSentence(usedAt)}`}
      </span>
      {!isCurrent && (
        <Button
          variant="subtle"
          aria-label={`Sign out ${device}, signed in ${dateOf(signedInAt)}`}
          disabled={!isOwn}
          loading={isLoading}
          onClick={() => void run()}
        >
          Sign Out
        </Button>
      )}
    </li>
  )
}
