import { type FormEvent, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Finding } from '#domain/event-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useFindQuery } from '../../../data/admin-events.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import adminClasses from '../admin.module.css'
import classes from './find.module.css'

const kinds: Record<Finding['kind'], string> = {
  event: 'Event',
  thing: 'Thing',
  correlation: 'Request',
  user: 'User',
  customer: 'Customer',
  subscription: 'Subscription',
  position: 'Position',
  named: 'Named by',
}

/** Finds the event, user, payment or other item that has a given id, for any user. */
export const FindPage = () => {
  const [query, setQuery] = useSearchParams()
  const q = query.get('q') ?? ''
  const [typed, setTyped] = useState(q)
  useEffect(() => setTyped(q), [q])
  const find = (event: FormEvent) => {
    event.preventDefault()
    setQuery(typed.trim() ? { q: typed.trim() } : {})
  }
  return (
    <Page>
      <PageHeader title="Find an id" />
      <p className={adminClasses.note}>
        An event, a user, anything that was made; a request, its correlation or its command; a hold, a grant or a job; a
        payment, a refund, an invoice, a subscription or a customer of the payment provider; or a position in the log.
      </p>
      <form onSubmit={find} className={classes.form}>
        <SearchField
          label="Id"
          placeholder="Paste an id and press Enter"
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
      </form>
      {q !== '' && <Found q={q} />}
    </Page>
  )
}

const Found = ({ q }: { q: string }) => {
  const { currentData, error, refetch } = useFindQuery(q)
  if (error) return <ErrorState text={messageOf(error, 'Failed to look for it')} onRetry={() => void refetch()} />
  if (!currentData)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  const { data } = currentData
  if (data.length === 0)
    return <EmptyState subject="loom" title="Nothing has this id" text="Ids are found whole, as they are copied." />
  return (
    <ul className={classes.found} aria-label="Found">
      {data.map((finding) => (
        <li key={`${finding.kind} ${finding.eventId}`}>
          <Badge>{kinds[finding.kind]}</Badge>
          <span dir="auto">{finding.label}</span>
          {finding.userId !== null && <Link to={pathOf(finding.userId, finding)}>Open</Link>}
        </li>
      ))}
    </ul>
  )
}

const pathOf = (userId: string, { kind, eventId, id }: Finding) => {
  const events = `/admin/users/${userId}/events`
  if (kind === 'correlation') return `${events}?correlation=${id}`
  return eventId === null ? events : `${events}?event=${eventId}`
}
