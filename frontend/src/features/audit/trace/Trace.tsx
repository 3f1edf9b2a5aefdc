import { useMemo } from 'react'
import type { LedgerEntry } from '#domain/ledger-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { useTraceQuery } from '../../../data/audit-ledger.ts'
import asideClasses from '../account/aside.module.css'
import { count, creditsOf } from '../amounts.ts'
import type { Now } from '../chart/now.ts'
import type { Go } from '../use-moment.ts'
import { TraceGraph, traceWords } from './TraceGraph.tsx'
import { traceGraphOf } from './trace-graph.ts'
import { spanOf } from './traced.ts'

interface Props {
  accountId: string
  entry: LedgerEntry
  now: Now
  go: Go
}

/** Graph of the sources and uses, direct and indirect, of the credits of the moment's entry. */
export const Trace = ({ accountId, entry, now, go }: Props) => {
  const { data, currentData, error } = useTraceQuery({ accountId, of: entry.eventId })
  const graph = useMemo(
    () => (data ? traceGraphOf(data, (position) => BigInt(position) <= BigInt(now.position), traceWords) : undefined),
    [data, now.position],
  )
  if (error && !currentData)
    return (
      <section className={asideClasses.section} aria-label="Trace">
        <p className={asideClasses.lead}>{messageOf(error, 'Where these credits went could not be loaded.')}</p>
      </section>
    )
  if (!data || !graph) return null
  const { first, last } = spanOf(data)
  const entries = first === last ? `Entry ${count(first)}` : `Entries ${count(first)} to ${count(last)}`
  const threads =
    data.holds.length === 0
      ? 'nothing of it was held yet'
      : graph.per === 1
        ? 'one thread for each credit'
        : `one thread for every ${count(graph.per)} credits`
  return (
    <section className={asideClasses.section} aria-label="Trace" aria-busy={!currentData}>
      <div className={asideClasses.top}>
        <h3>Where {data.credits === 1 ? 'this credit' : `these ${creditsOf(data.credits)}`} went</h3>
      </div>
      <p className={asideClasses.lead}>
        {entries}, {threads}
        {data.more > 0 && `; ${count(data.more)} earlier holds are not drawn`}
      </p>
      <TraceGraph graph={graph} trace={data} now={now} go={go} />
    </section>
  )
}
