import { Button, type ButtonProps, NativeSelect, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { lazy, useCallback, useMemo, useState } from 'react'
import type { AccountPast } from '#domain/audit-accounts.ts'
import { useCurveQuery } from '../../../data/audit-ledger.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { CreditFigures } from '../../../ui/CreditFigures.tsx'
import { Part } from '../../../ui/Part.tsx'
import { count } from '../amounts.ts'
import { BalanceChart } from '../chart/BalanceChart.tsx'
import type { Now } from '../chart/now.ts'
import { type Range, ranges, spanOf } from '../chart/ranges.ts'
import { Figure } from '../made-by/Figure.tsx'
import { isNow, type Moment } from '../moment.ts'
import type { Go } from '../use-moment.ts'
import { longDayOf, timeOf } from '../utc.ts'
import classes from './moment.module.css'
import type { Ledger } from './use-ledger.ts'

/** Returns the number of entries added since the user last viewed the present, or else since the account was opened. */
const useUnseen = (total: number, moment: Moment): number => {
  const [seen, setSeen] = useState(total)
  if (isNow(moment) && seen !== total) setSeen(total)
  return Math.max(0, total - seen)
}

/** A step button stays focusable at the end of the history, so that keyboard users can step back from there. */
const StepButton = ({
  isOver,
  onClick,
  ...button
}: { isOver: boolean } & ButtonProps & Pick<ComponentProps<'button'>, 'onClick'>) => (
  <Button
    size="xs"
    {...button}
    {...(isOver ? { 'data-disabled': true, 'aria-disabled': true } : onClick && { onClick })}
  />
)

const GoDialog = lazy(async () => ({ default: (await import('./GoDialog.tsx')).GoDialog }))

const names = { balance: 'Balance', held: 'Held', available: 'Available' }

interface Props {
  title: string
  past: AccountPast
  ledger: Ledger
  now: Now
  moment: Moment
  go: Go
}

/** Navigation to other moments: to the previous or next entry, and to any point of the chart. */
const useMoves = ({ past, ledger: { entries, entry }, now, go }: Pick<Props, 'past' | 'ledger' | 'now' | 'go'>) => {
  const next = entries.find((each) => each.entry === entry + 1)
  const previous = entries.find((each) => each.entry === entry - 1)
  // The account is older than its first ledger entry: the step back from it leads to the account's first event.
  const first = past.first ?? undefined
  const back = previous ?? (entry === 1 && first && first.position !== now.position ? first : undefined)

  const step = useCallback(
    (steps: -1 | 1) => {
      const to = steps === 1 ? next : back
      if (to) go({ position: to.position }, { isStep: true })
    },
    [next, back, go],
  )
  const move = useCallback(
    (to: { at: string } | { position: string } | 'now' | 'first') => {
      if (to === 'now') go({}, { isStep: true })
      else if (to === 'first') go(first ? { position: first.position } : {}, { isStep: true })
      else go('at' in to && Date.parse(to.at) >= Date.now() ? {} : to, { isStep: true })
    },
    [first, go],
  )
  return { hasNext: next !== undefined, hasPrevious: back !== undefined, step, move }
}

/** The moment: its date as the title, its balance, and controls for other moments. */
export const MomentBar = ({ title, past, ledger, now, moment, go }: Props) => {
  const [range, setRange] = useState<Range>('all')
  const [isChoosing, chooser] = useDisclosure(false)
  const { data: curve } = useCurveQuery({ accountId: past.account.id }, { refetchOnMountOrArgChange: true })
  const { entry, total } = ledger
  const unseen = useUnseen(total, moment)
  const { hasNext, hasPrevious, step, move } = useMoves({ past, ledger, now, go })
  const firstAt = past.first?.at ?? past.account.createdAt
  const { span, isToNow } = useMemo(() => spanOf(range, firstAt, now.at), [range, firstAt, now.at, curve])
  return (
    <>
      <Balance title={title} now={now} />
      {curve ? (
        <BalanceChart curve={curve} span={span} now={now} isToNow={isToNow} onStep={step} onMove={move}>
          <NativeSelect
            className={classes.range}
            size="xs"
            variant="unstyled"
            aria-label="How much the chart shows"
            value={range}
            data={ranges}
            onChange={(event) => setRange(event.currentTarget.value as Range)}
          />
        </BalanceChart>
      ) : (
        <div className={classes.chartToCome} />
      )}
      <Steps
        hasPrevious={hasPrevious}
        hasNext={hasNext}
        isAtNow={isNow(moment)}
        unseen={unseen}
        onStep={step}
        onChoose={chooser.open}
        onNow={() => go({})}
      />
      <VisuallyHidden role="status">
        {total > 0 && `Entry ${count(entry)} of ${count(total)}`}
        {unseen > 0 && `, ${count(unseen)} new`}
      </VisuallyHidden>
      {isChoosing && (
        <Part onFailed={chooser.close}>
          <GoDialog accountId={past.account.id} now={now} go={go} onClose={chooser.close} />
        </Part>
      )}
    </>
  )
}

/** The date, with the balance at that moment. */
const Balance = ({ title, now }: Pick<Props, 'title' | 'now'>) => {
  const figures = (['balance', 'held', 'available'] as const).map((each) => {
    const name = names[each]
    const of = { title: name, path: `credits.${each}`, position: now.position }
    return { name, shown: <Figure of={of}>{count(now[each])}</Figure> }
  })
  return (
    <div className={classes.now}>
      <div>
        <p className={classes.asOf}>{title} as of (UTC)</p>
        <h2 className={classes.title}>
          {longDayOf(now.at)}, <span className="num">{timeOf(now.at)}</span>
        </h2>
      </div>
      <CreditFigures figures={figures} isSmall />
    </div>
  )
}

interface StepsProps {
  hasPrevious: boolean
  hasNext: boolean
  isAtNow: boolean
  /** Entries that arrived while an earlier moment was shown. */
  unseen: number
  onStep: (steps: -1 | 1) => void
  onChoose: () => void
  onNow: () => void
}

const Steps = ({ hasPrevious, hasNext, isAtNow, unseen, onStep, onChoose, onNow }: StepsProps) => (
  <div className={classes.steps}>
    <StepButton isOver={!hasPrevious} leftSection={<IconPlayerTrackPrev size={15} />} onClick={() => onStep(-1)}>
      Previous entry
    </StepButton>
    <StepButton isOver={!hasNext} rightSection={<IconPlayerTrackNext size={15} />} onClick={() => onStep(1)}>
      Next entry
    </StepButton>
    <Button size="xs" leftSection={<IconCalendar size={15} />} onClick={onChoose}>
      Go to a moment
    </Button>
    <StepButton
      variant="subtle"
      px={8}
      isOver={isAtNow}
      rightSection={unseen > 0 && <Badge colour="weld">{count(unseen)} new</Badge>}
      onClick={onNow}
    >
      Jump to now
    </StepButton>
    <span className={classes.legend}>
      <span>
        <i />
        Balance
      </span>
      <span>
        <i data-later />
        Not yet happened
      </span>
    </span>
  </div>
)
