import type { EventRef } from '#domain/audit-accounts.ts'
import { messageOf } from '../../../base/problem.ts'
import { useAccountStepQuery } from '../../../data/audit.ts'
import { categoryOf } from '../streams.ts'
import type { Go } from '../use-moment.ts'
import { stampOf } from '../utc.ts'
import classes from './account-steps.module.css'
import { describeStep } from './words.ts'

/** Causes and effects of an event. Those of the account link to their moment. */
export const StepCauses = ({ accountId, eventId, go }: { accountId: string; eventId: string; go: Go }) => {
  const { data, error } = useAccountStepQuery({ accountId, eventId })
  if (error) return <p className={classes.none}>{messageOf(error, 'Its causes could not be loaded.')}</p>
  if (!data) return null
  const lists = [
    { title: 'Caused by', events: data.causedBy },
    { title: 'Caused', events: data.caused },
    { title: 'Together with', events: data.together },
  ].filter(({ events }) => events.length > 0)
  if (lists.length === 0) return <p className={classes.none}>Nothing known caused it, and it has caused nothing.</p>
  return (
    <div className={classes.causes}>
      {lists.map(({ title, events }) => (
        <section key={title} aria-label={title}>
          <h4>{title}</h4>
          <ul>
            {events.map((event) => (
              <Cause key={event.eventId} event={event} go={go} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const Cause = ({ event, go }: { event: EventRef; go: Go }) => {
  const said = describeStep({ type: event.type, data: {} })
  return (
    <li>
      {event.isOfAccount ? (
        <button type="button" className={classes.back} onClick={() => go({ position: event.position })}>
          {said}
        </button>
      ) : (
        <span>{said}</span>
      )}
      <span className={classes.meta}>
        {categoryOf(event.stream)}, {stampOf(event.at)}
      </span>
    </li>
  )
}
