import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AccountPast } from '#domain/audit-accounts.ts'
import { messageOf } from '../../../base/problem.ts'
import { useAccountComparisonQuery } from '../../../data/audit.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import type { TabProps } from '../account/tab.ts'
import { count } from '../amounts.ts'
import { Changes } from '../events/Changes.tsx'
import { fieldOf, momentOf, stampOf } from '../utc.ts'
import classes from './compare.module.css'

const day = 86_400_000

/** Compares the account at the moment with another moment: all differences. */
export const CompareTab = ({ past, now }: TabProps) => {
  const [query, setQuery] = useSearchParams()
  const other = query.get('with')
  const [field, setField] = useState(
    fieldOf(other ?? Math.max(Date.parse(past.first?.at ?? now.at), Date.parse(now.at) - day)),
  )
  const [problem, setProblem] = useState<string>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = momentOf(field)
    if (!at) return setProblem('Please enter a date and a time')
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('with', at)
        return next
      },
      { replace: true },
    )
  }

  return (
    <div className={classes.compare}>
      <form className={classes.with} onSubmit={submit} noValidate>
        <TextInput
          type="datetime-local"
          step={1}
          label="Compare with (UTC)"
          value={field}
          error={problem}
          onChange={(event) => {
            setField(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Button type="submit">Compare</Button>
      </form>
      {other && !Number.isNaN(Date.parse(other)) ? (
        <Compared past={past} other={new Date(other).toISOString()} />
      ) : (
        <p className={classes.between}>
          Everything of the account that is another at the moment above than at this one: plan, balance, sign-ins,
          campaigns.
        </p>
      )}
    </div>
  )
}

const Compared = ({ past: { account, at, position }, other }: { past: AccountPast; other: string }) => {
  // The viewed moment is passed as a position, because events of the same time may be before and after it.
  const [a, b] = other < at ? [other, position] : [position, other]
  const { data, error, refetch } = useAccountComparisonQuery({ accountId: account.id, a, b })
  if (error && !data) return <ErrorState text={messageOf(error, 'Failed to compare')} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <section aria-label="What differs">
      <h3 className={classes.title}>
        {data.changes.length === 0
          ? 'Nothing differs'
          : `${count(data.changes.length)} ${data.changes.length === 1 ? 'value differs' : 'values differ'}`}
      </h3>
      <p className={classes.between}>
        From {stampOf(data.a.at)} to {stampOf(data.b.at)}, {count(data.events)} {data.events === 1 ? 'event' : 'events'}{' '}
        between them.
      </p>
      <Changes changes={data.changes} />
    </section>
  )
}
