import { ChainPanel } from '../chain/ChainPanel.tsx'
import { ExportPanel } from '../exports/ExportPanel.tsx'
import { Payments } from '../payments/Payments.tsx'
import { Trace } from '../trace/Trace.tsx'
import classes from './aside.module.css'
import type { TabProps } from './tab.ts'

/** Panels about the moment: the trace of its credits, the provider's and the chain's agreement, and exports. */
export const LedgerAside = ({ past, ledger, now, settled, go }: TabProps) => (
  <aside className={classes.aside} aria-label="About this moment">
    {ledger.current && <Trace accountId={past.account.id} entry={ledger.current} now={now} go={go} />}
    <Payments accountId={past.account.id} settled={settled} go={go} />
    <ChainPanel accountId={past.account.id} ledger={ledger} />
    <ExportPanel accountId={past.account.id} through={past.at} />
  </aside>
)
