import { Skeleton, TextInput } from '@mantine/core'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { statusOf } from '../../../../base/problem.ts'
import { useTextVersionQuery } from '../../../../data/text-history.ts'
import { Delayed } from '../../../../ui/Delayed.tsx'
import { dateTimeOf } from '../../../../ui/dates.ts'
import { RichText } from '../../../../writing/reading/RichText.tsx'
import classes from '../history.module.css'
import { AroundVersion } from './AroundVersion.tsx'
import type { Chosen, Restore } from './chosen.ts'
import { localMinute, momentOf } from './moments.ts'
import { VersionActs } from './VersionActs.tsx'

interface Props {
  textId: string
  campaignId: string | null
  current: number | undefined
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen) => void
  onRestore: Restore | undefined
}

/** The whole text at a past time, to read and restore. */
export const AsItWas = ({ textId, campaignId, current, chosen, onChoose, onRestore }: Props) => {
  const { data, isFetching, error } = useTextVersionQuery(chosen ? { textId, ...chosen.which } : skipToken)
  const choose = (local: string) => {
    const at = momentOf(local)
    if (at) onChoose({ which: { at }, when: at })
  }
  return (
    <div className={classes.panel}>
      <TextInput
        type="datetime-local"
        label="As it was on"
        max={localMinute(new Date().toISOString())}
        value={chosen ? localMinute(chosen.when) : ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {!chosen && <p className={classes.hint}>Pick a day and a time, or press Read beside a change.</p>}
      {error && !isFetching && (
        <p className={classes.hint} role="alert">
          {statusOf(error) === 404
            ? 'Its history begins later than that for you.'
            : 'This version could not be loaded. Please pick it again.'}
        </p>
      )}
      {chosen && isFetching && (
        <Delayed>
          <Skeleton height={120} mt={14} />
        </Delayed>
      )}
      {chosen && data && !error && !isFetching && (
        <section aria-label={`As it was on ${dateTimeOf(chosen.when)}`} className={classes.version}>
          <VersionActs
            name={dateTimeOf(chosen.when)}
            isCurrent={data.revision === current}
            onRestore={onRestore && (() => onRestore(data.revision))}
          />
          <AroundVersion campaignId={campaignId} names={data.names}>
            <RichText ops={data.ops} />
          </AroundVersion>
        </section>
      )}
    </div>
  )
}
