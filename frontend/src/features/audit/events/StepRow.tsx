import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { AccountStep } from '#domain/audit-accounts.ts'
import { shortId } from '../../../ui/short-id.ts'
import type { Now } from '../chart/now.ts'
import { categoryOf } from '../streams.ts'
import type { Go } from '../use-moment.ts'
import { stampOf } from '../utc.ts'
import classes from './account-steps.module.css'
import { Changes } from './Changes.tsx'
import { StepCauses } from './StepCauses.tsx'
import { describeStep, eventName } from './words.ts'

interface Props {
  accountId: string
  step: AccountStep
  now: Now
  go: Go
  isCurrent?: boolean
  isLater?: boolean
  isOpened: boolean
  onOpen: (eventId: string | undefined) => void
}

/** An event, its actor and differences; expanded, its causes and effects. */
export const StepRow = ({ accountId, step, go, isCurrent, isLater, isOpened, onOpen }: Props) => {
  const { eventId, type, at, stream, revision, position, actor, actorName, impersonator, changes } = step
  const who = actorName ?? (actor === accountId ? 'themself' : actor)
  return (
    <li
      className={classes.step}
      data-current={isCurrent || undefined}
      data-later={isLater || undefined}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <div className={classes.line}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpened}
          aria-label={`Causes of ${eventName(type)}`}
          onClick={() => onOpen(isOpened ? undefined : eventId)}
        >
          {isOpened ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
        </button>
        <button type="button" className={classes.said} onClick={() => go({ position }, { isStep: true })}>
          <bdi>{describeStep(step)}</bdi>
        </button>
        <time className="num" dateTime={at}>
          {stampOf(at)}
        </time>
      </div>
      <p className={classes.meta}>
        <span title={type}>{eventName(type)}</span>, <code title={stream}>{`${categoryOf(stream)} ${revision}`}</code>{' '}
        by <bdi title={actor}>{/^[0-9a-f-]{36}$/.test(who) ? shortId(who) : who}</bdi>
        {impersonator && ', an admin acting as them'}
      </p>
      <Changes changes={changes} />
      {isOpened && <StepCauses accountId={accountId} eventId={eventId} go={go} />}
    </li>
  )
}
