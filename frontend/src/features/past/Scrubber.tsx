import { ActionIcon, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { dateOf, dateTimeOf } from '../../ui/dates.ts'
import classes from './past-scrubber.module.css'
import { columnsOf, neighbour, type Timeline } from './timeline.ts'

interface Props {
  timeline: Timeline
  /** ISO time. */
  at: string
  onAt: (at: string) => void
}

/** Debounce of the pointer before its moment is fetched, in milliseconds. */
const restMs = 150

const local = (iso: string) => {
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The campaign's time axis with marks at changes; arrow keys move by step, the buttons by mark. */
export const Scrubber = ({ timeline, at, onAt }: Props) => {
  const { steps, timeOf, stepOf } = timeline
  const { step, setStep } = useRestingStep(timeline, onAt)
  const shown = step ?? stepOf(at)

  const jump = (way: 'earlier' | 'later') => {
    const to = neighbour(timeline, shown, way)
    if (to !== undefined) onAt(timeOf(to))
  }
  const when = step === null ? at : timeOf(step)
  const choose = (value: string) => {
    const time = new Date(value)
    if (!Number.isNaN(time.getTime())) onAt(time.toISOString())
  }
  return (
    <div className={classes.scrubber}>
      <ActionIcon
        aria-label="Earlier change"
        disabled={neighbour(timeline, shown, 'earlier') === undefined}
        onClick={() => jump('earlier')}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <div className={classes.line}>
        <Marks timeline={timeline} shown={shown} />
        <input
          type="range"
          className={classes.range}
          aria-label="As it was on"
          aria-valuetext={dateTimeOf(when)}
          min={0}
          max={steps}
          value={shown}
          style={{ ['--done' as string]: `${(shown / steps) * 100}%` }}
          onChange={(event) => setStep(Number(event.currentTarget.value))}
        />
        <div className={`${classes.ends} num`} aria-hidden="true">
          <span>{dateOf(timeOf(0))}</span>
          <span>Now</span>
        </div>
      </div>
      <ActionIcon
        aria-label="Later change"
        disabled={neighbour(timeline, shown, 'later') === undefined}
        onClick={() => jump('later')}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      <TextInput
        type="datetime-local"
        className={classes.when}
        aria-label="Day and time"
        value={local(when)}
        max={local(timeOf(steps))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </div>
  )
}

/** The step under the pointer, which is fetched once the pointer rests; null while it is not moved. */
const useRestingStep = ({ timeOf }: Timeline, onAt: (at: string) => void) => {
  const [step, setStep] = useState<number | null>(null)
  useEffect(() => {
    if (step === null) return
    const timer = setTimeout(() => {
      onAt(timeOf(step))
      setStep(null)
    }, restMs)
    return () => clearTimeout(timer)
  }, [step, onAt, timeOf])
  return { step, setStep }
}

const Marks = ({ timeline, shown }: { timeline: Timeline; shown: number }) => (
  <div className={classes.marks} aria-hidden="true">
    {columnsOf(timeline).map(({ at, height }) => (
      <span
        key={at}
        style={{ left: `${at * 100}%`, height: `${height * 100}%` }}
        data-later={at > shown / timeline.steps || undefined}
      />
    ))}
  </div>
)
