import { useMemo } from 'react'
import type { LedgerEntry, TracedTakeBack } from '#domain/ledger-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useTraceQuery } from '../../../data/audit-ledger.ts'
import asideClasses from '../account/aside.module.css'
import { count, creditsOf } from '../amounts.ts'
import type { Now } from '../chart/now.ts'
import type { Go } from '../use-moment.ts'
import { stampOf } from '../utc.ts'
import { ThreadPicture } from './ThreadPicture.tsx'
import { layOutThreads } from './threads.ts'
import classes from './trace.module.css'
import { spanOf } from './traced.ts'

/** Credits reclaimed by a refund or a dispute. */
const TakenBack = ({ takeBacks, go }: { takeBacks: readonly TracedTakeBack[]; go: Go }) =>
  takeBacks.length === 0 ? null : (
    <ul className={classes.takeBacks}>
      {takeBacks.map(({ takeBackId, cause, entries: [first], taken, owed, givenBack }) => (
        <li key={takeBackId}>
          <button type="button" onClick={() => first && go({ position: first.position })}>
            {creditsOf(taken)} taken back after a {cause}
            {owed > 0 && `, ${creditsOf(owed)} owed because they were spent`}
            {first && `, ${stampOf(first.at)}`}
          </button>
          {givenBack && ` ${creditsOf(givenBack.credits)} given back, ${stampOf(givenBack.entry.at)}`}
        </li>
      ))}
    </ul>
  )

interface Props {
  accountId: string
  entry: LedgerEntry
  now: Now
  go: Go
}

/** Sources and uses of the credits of the moment's entry, at any distance. */
export const Trace = ({ accountId, entry, now, go }: Props) => {
  const { data, currentData, error } = useTraceQuery({ accountId, of: entry.eventId })
  const loom = useMemo(
    () => (data ? layOutThreads(data, (position) => BigInt(position) <= BigInt(now.position)) : undefined),
    [data, now.position],
  )
  if (error && !currentData)
    return (
      <section className={asideClasses.section} aria-label="Trace">
        <p className={asideClasses.lead}>{messageOf(error, 'Where these credits went could not be loaded.')}</p>
      </section>
    )
  if (!data || !loom) return null
  const { first, last } = spanOf(data)
  const entries = first === last ? `Entry ${count(first)}` : `Entries ${count(first)} to ${count(last)}`
  const threads =
    loom.strands.length === 0
      ? 'nothing of it was held yet'
      : loom.per === 1
        ? 'one thread for each credit'
        : `one thread for every ${count(loom.per)} credits`
  return (
    <section className={asideClasses.section} aria-label="Trace" aria-busy={!currentData}>
      <div className={asideClasses.top}>
        <h3>Where {data.credits === 1 ? 'this credit' : `these ${creditsOf(data.credits)}`} went</h3>
      </div>
      <p className={asideClasses.lead}>
        {entries}, {threads}
        {data.more > 0 && `; ${count(data.more)} earlier holds are not drawn`}
      </p>
      <ThreadPicture loom={loom} trace={data} now={now} go={go} />
      <TakenBack takeBacks={data.takeBacks} go={go} />
    </section>
  )
}
