import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { StepKind } from '#domain/audit-accounts.ts'
import { messageOf } from '../../../base/problem.ts'
import { useAccountStepsQuery } from '../../../data/audit.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import type { TabProps } from '../account/tab.ts'
import classes from './account-steps.module.css'
import { StepRow } from './StepRow.tsx'

const [shownBefore, shownAfter] = [25, 5]

const kinds: Record<StepKind, string> = {
  users: 'Account',
  credits: 'Credits',
  billing: 'Billing',
  sessions: 'Sign-ins',
  campaigns: 'Campaigns',
  looks: 'Looks',
}
const isKind = (written: string | null): written is StepKind => StepKind.safeParse(written).success

/** Reads and changes the kind of events to show, which is stored in the URL's query. `kind` is undefined for all events. */
const useKind = () => {
  const [query, setQuery] = useSearchParams()
  const written = query.get('kind')
  return {
    kind: isKind(written) ? written : undefined,
    choose: (chosen: string) =>
      setQuery(
        (old) => {
          const changed = new URLSearchParams(old)
          if (chosen) changed.set('kind', chosen)
          else changed.delete('kind')
          return changed
        },
        { replace: true },
      ),
  }
}

/** Every event of the account around the moment, with its differences; later ones are dashed. */
export const EventsTab = ({ past, now, go }: TabProps) => {
  const { kind, choose } = useKind()
  const about = { accountId: past.account.id, kind }
  const { position } = past
  const before = useAccountStepsQuery({ ...about, direction: 'before', position, limit: shownBefore })
  const after = useAccountStepsQuery({ ...about, direction: 'after', position, limit: shownAfter })
  const [opened, setOpened] = useState<string>()

  if (before.error && !before.data)
    return <ErrorState text={messageOf(before.error, 'Failed to load events')} onRetry={() => void before.refetch()} />
  if (!before.data) return <Waiting />
  const steps = before.data.data
  const later = after.data?.data ?? []
  const previous = steps.at(-2)?.position ?? before.data.before ?? undefined
  const next = later[0]?.position ?? after.data?.after ?? undefined
  const rowProps = { now, go, accountId: past.account.id, onOpen: setOpened }
  return (
    <div className={classes.events} aria-busy={before.isFetching}>
      <div className={classes.top}>
        <KindChoice kind={kind} onChoose={choose} />
        <Button size="xs" disabled={!previous} onClick={() => previous && go({ position: previous }, { isStep: true })}>
          Previous event
        </Button>
        <Button size="xs" disabled={!next} onClick={() => next && go({ position: next }, { isStep: true })}>
          Next event
        </Button>
      </div>
      <ol className={classes.list}>
        {later.toReversed().map((step) => (
          <StepRow key={step.eventId} {...rowProps} step={step} isLater isOpened={opened === step.eventId} />
        ))}
        {steps.toReversed().map((step, n) => (
          <StepRow
            key={step.eventId}
            {...rowProps}
            step={step}
            isCurrent={n === 0}
            isOpened={opened === step.eventId}
          />
        ))}
      </ol>
      {steps.length === 0 && <p className={classes.none}>Nothing of this kind had happened yet.</p>}
      {before.data.before !== null && (
        <p className={classes.none}>
          Earlier events come as you go back.{' '}
          <button
            type="button"
            className={classes.back}
            onClick={() => go({ position: before.data?.before ?? position })}
          >
            Go back further
          </button>
        </p>
      )}
    </div>
  )
}

interface KindChoiceProps {
  kind: StepKind | undefined
  /** Empty for all kinds. */
  onChoose: (kind: string) => void
}

const KindChoice = ({ kind, onChoose }: KindChoiceProps) => (
  <NativeSelect
    size="xs"
    aria-label="Kind of events"
    value={kind ?? ''}
    data={[{ value: '', label: 'All events' }, ...StepKind.options.map((value) => ({ value, label: kinds[value] }))]}
    onChange={(event) => onChoose(event.currentTarget.value)}
  />
)
