import { useMemo } from 'react'
import { useTraceQuery } from '../../../data/audit-ledger.ts'
import { count } from '../amounts.ts'
import { entriesOf } from '../trace/traced.ts'
import { LedgerRow } from './LedgerRow.tsx'
import classes from './ledger.module.css'
import { visibleEntries } from './ledger-window.ts'
import type { TabProps } from './tab.ts'

/** The ledger entries around the moment: earlier ones, and a few later ones, which are dashed. */
export const LedgerTab = ({ past, ledger, go }: TabProps) => {
  const { entries, entry, total, current } = ledger
  const shown = useMemo(() => visibleEntries(entries, entry), [entries, entry])
  const { data: trace } = useTraceQuery({ accountId: past.account.id, of: current?.eventId ?? '' }, { skip: !current })
  const traced = useMemo(() => (trace ? entriesOf(trace) : new Set<number>()), [trace])
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.ledger}>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Time (UTC)</th>
              <th scope="col">Kind</th>
              <th scope="col">For</th>
              <th scope="col" className={classes.number}>
                Credits
              </th>
              <th scope="col" className={classes.number}>
                Held
              </th>
              <th scope="col" className={classes.number}>
                Balance
              </th>
              <th scope="col" className={classes.hash}>
                Hash
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((each) => (
              <LedgerRow
                key={each.eventId}
                entry={each}
                isCurrent={each.entry === entry}
                isLater={each.entry > entry}
                isTraced={traced.has(each.entry)}
                onGo={go}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.foot}>
        <span className="num">
          Shown are {count(shown.length)} of all {count(total)} {total === 1 ? 'entry' : 'entries'}, around this moment
        </span>
        <span>Marked at the left: the entries traced</span>
      </p>
    </>
  )
}
