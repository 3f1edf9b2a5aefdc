import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { messageOf, statusOf } from '../../../base/problem.ts'
import { useAdminUserQuery } from '../../../data/users.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { chooseUser } from '../chosen-user.ts'
import { EventStream } from './EventStream.tsx'
import '@mantine/core/styles/Tooltip.layer.css'

/** Every event of or by one user, across streams. */
export const EventsPage = () => {
  const { userId = '' } = useParams()
  const navigate = useNavigate()
  const { currentData: user, error, refetch } = useAdminUserQuery(userId)
  useEffect(() => {
    if (user) chooseUser(user.id)
  }, [user])

  // A new user remounts the page, so that no event of the previous one stays on screen.
  if (user)
    return <EventStream key={user.id} user={user} onChangeUser={(id) => void navigate(`/admin/users/${id}/events`)} />
  if (error)
    return statusOf(error) === 404 || statusOf(error) === 400 ? (
      <ErrorState text="There is no such user." />
    ) : (
      <ErrorState text={messageOf(error, 'Failed to load user details')} onRetry={() => void refetch()} />
    )
  return (
    <Delayed>
      <Waiting />
    </Delayed>
  )
}
