import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { codeOf, messageOf, statusOf } from '../../../base/problem.ts'
import { useAccountPastQuery } from '../../../data/audit.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { rememberOpened } from '../accounts/opened-account.ts'
import { useMoment } from '../use-moment.ts'
import { AccountView } from './AccountView.tsx'
import { LookDialog } from './LookDialog.tsx'

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
    return <ErrorState text="There is no such account" retry="All accounts" onRetry={() => void navigate('/audit')} />
  if (error) return <ErrorState text={messageOf(error, 'Failed to load the account')} onRetry={() => void refetch()} />
  return (
    <Delayed>
      <Waiting />
    </Delayed>
  )
}
