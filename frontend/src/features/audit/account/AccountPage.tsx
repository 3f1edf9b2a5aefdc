import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { codeOf, messageOf, statusOf } from '../../../base/problem.ts'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { useAccountPastQuery, useLookMutation } from '../../../data/audit.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { rememberOpened } from '../accounts/opened-account.ts'
import { useMoment } from '../use-moment.ts'
import { AccountView } from './AccountView.tsx'

interface Props {
  accountId: string
  /** Log position of the requested moment; undefined for the present and for a moment given as a time. */
  position: string | undefined
  onLooked: () => void
}

/** Requests a reason before an account is opened. Until then nothing of it is loaded, not even its name. */
const LookDialog = ({ accountId, position, onLooked }: Props) => {
  const navigate = useNavigate()
  const [look] = useLookMutation()
  const { key } = useLocation()
  /** Returns to the previous page and its search, or to the list of accounts if the page was opened by its URL or reloaded. */
  const leave = () => void (key === 'default' ? navigate('/audit', { replace: true }) : navigate(-1))
  return (
    <>
      <title>Open an account · Loreloom</title>
      <ReasonDialog
        title="Why do you open this account?"
        act="Open account"
        otherwise="Failed to open the account"
        onClose={leave}
        onReason={async (reason) => {
          await look({ userId: accountId, reason, ...(position ? { position } : {}) }).unwrap()
          onLooked()
        }}
      >
        You will see its plan, payments, credits and sign-ins at any moment, for the next eight hours.
      </ReasonDialog>
    </>
  )
}

export const AccountPage = () => {
  const { accountId = '' } = useParams()
  // The key resets all state: nothing shown or revealed of one account may appear in the next.
  return <Account key={accountId} accountId={accountId} />
}

/** Debounce of slow queries while the user steps. */
const settleMs = 160

const Account = ({ accountId }: { accountId: string }) => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { moment } = useMoment()
  const [settled] = useDebouncedValue(moment, settleMs)
  const { data, currentData, error, refetch } = useAccountPastQuery(
    { accountId, ...settled },
    { refetchOnMountOrArgChange: true },
  )
  const isOpen = data !== undefined

  useEffect(() => {
    if (isOpen) rememberOpened(`${pathname}${search}`)
  }, [isOpen, pathname, search])

  if (codeOf(error) === 'look_first')
    return <LookDialog accountId={accountId} position={moment.position} onLooked={() => void refetch()} />
  if (data)
    return (
      <AccountView
        past={data}
        settled={settled}
        missing={currentData ? undefined : { error, retry: () => void refetch() }}
      />
    )
  if (statusOf(error) === 404)
    return (
      <ErrorState
        text="There is no such account"
        action={{ label: 'All accounts', run: () => void navigate('/audit') }}
      />
    )
  if (error) return <ErrorState text={messageOf(error, 'Failed to load the account')} onRetry={() => void refetch()} />
  return (
    <Delayed>
      <Waiting />
    </Delayed>
  )
}
