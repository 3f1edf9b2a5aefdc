import { Skeleton } from '@mantine/core'
import type { SupportStatus } from '#domain/support.ts'
import { useOwnSupportRequestsQuery } from '../../../data/support.ts'
import { Badge, type BadgeColour } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SentScreenshot } from './Screenshot.tsx'
import classes from './support-center.module.css'

const statuses: Readonly<Record<SupportStatus, { colour: BadgeColour; label: string }>> = {
  open: { colour: 'copper', label: 'Waiting' },
  answered: { colour: 'lichen', label: 'Answered' },
  closed: { colour: 'walnut', label: 'Closed' },
}

/** The user's support requests, newest first, with their answers, which arrive live. */
export const OwnRequests = () => {
  const { data, isError, refetch } = useOwnSupportRequestsQuery()
  if (isError && !data) return <ErrorState text="Failed to load your requests" onRetry={() => void refetch()} />
  if (!data)
    return (
      <Delayed>
        <Skeleton height={120} />
      </Delayed>
    )
  if (data.total === 0) return <p className={classes.other}>You have sent no request yet. Contact has the form.</p>
  return (
    <ol className={classes.requests}>
      {data.data.map(({ id, type, description, status, hasScreenshot, createdAt, answers }) => (
        <li key={id}>
          <header>
            <b>{type}</b>
            <Badge colour={statuses[status].colour}>{statuses[status].label}</Badge>
            <time className="num" dateTime={createdAt}>
              {dateTimeOf(createdAt)}
            </time>
          </header>
          <p className={classes.text} dir="auto">
            {description}
          </p>
          {(hasScreenshot || status !== 'closed') && <SentScreenshot id={id} hasScreenshot={hasScreenshot} />}
          {answers.map((answer) => (
            <blockquote key={answer.id} className={`${classes.text} ${classes.answer}`} dir="auto">
              {answer.text}
              <time className={`${classes.answeredAt} num`} dateTime={answer.createdAt}>
                {dateTimeOf(answer.createdAt)}
              </time>
            </blockquote>
          ))}
        </li>
      ))}
    </ol>
  )
}
