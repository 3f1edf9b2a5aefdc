import { Drawer } from '@mantine/core'
import { type ComponentType, lazy, useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { AccountPast } from '#domain/audit-accounts.ts'
import { messageOf } from '../../../base/problem.ts'
import { useFollowing } from '../../../data/audit-following.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import linkTabs from '../../../ui/link-tabs.module.css'
import { Part } from '../../../ui/Part.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { ChainPanel } from '../chain/ChainPanel.tsx'
import { ExportPanel } from '../exports/ExportPanel.tsx'
import { CountedEntries } from '../made-by/CountedEntries.tsx'
import { MakingSteps } from '../made-by/MakingSteps.tsx'
import { type MadeBy, MadeByContext } from '../made-by/made-by.ts'
import type { Moment } from '../moment.ts'
import { Payments } from '../payments/Payments.tsx'
import { Trace } from '../trace/Trace.tsx'
import { type Go, useMoment } from '../use-moment.ts'
import { AccountHead } from './AccountHead.tsx'
import asideClasses from './aside.module.css'
import classes from './audit-account.module.css'
import { LedgerTab } from './LedgerTab.tsx'
import { MomentBar } from './MomentBar.tsx'
import type { TabProps } from './tab.ts'
import { useLedger } from './use-ledger.ts'
import { useNow } from './use-now.ts'

const StateTab = lazy(async () => ({ default: (await import('../state/StateTab.tsx')).StateTab }))
const EventsTab = lazy(async () => ({ default: (await import('../events/EventsTab.tsx')).EventsTab }))
const CompareTab = lazy(async () => ({ default: (await import('../compare/CompareTab.tsx')).CompareTab }))
const SightTab = lazy(async () => ({ default: (await import('../sight/SightTab.tsx')).SightTab }))
const SumsTab = lazy(async () => ({ default: (await import('../sums/SumsTab.tsx')).SumsTab }))

const tabs: { name: string; label: string; title: string; Tab: ComponentType<TabProps> }[] = [
  { name: 'ledger', label: 'Ledger', title: 'Credit ledger', Tab: LedgerTab },
  { name: 'state', label: 'State', title: 'Account', Tab: StateTab },
  { name: 'events', label: 'Events', title: 'Events', Tab: EventsTab },
  { name: 'sums', label: 'Sums', title: 'Sums', Tab: SumsTab },
  { name: 'compare', label: 'Compare', title: 'Compared', Tab: CompareTab },
  { name: 'sight', label: 'Sight', title: 'What they could see', Tab: SightTab },
]

interface Props {
  past: AccountPast
  settled: Moment
  /** Set while `past` belongs to another moment than the URL, because the request for that moment is pending or has failed. */
  missing: { error: unknown; retry: () => void } | undefined
}

/** One account at the moment in the URL. */
export const AccountView = ({ past, settled, missing }: Props) => {
  const { account } = past
  const { moment, go } = useMoment()
  useFollowing(account.id, past.newest?.position ?? '0')
  const [query] = useSearchParams()
  const { ledger, error, refetch } = useLedger(account.id, moment)
  const [madeBy, setMadeBy] = useState<MadeBy>()
  const now = useNow(past, ledger, moment)
  const current = tabs.find(({ name }) => name === query.get('tab')) ?? tabs[0]
  const tabQuery = (name: string) => {
    const next = new URLSearchParams(query)
    next.set('tab', name)
    return `?${next}`
  }
  const open = useCallback((what: MadeBy) => setMadeBy(what), [])
  if (!current) return null
  return (
    <MadeByContext value={open}>
      <div className={classes.page}>
        <title>{`${account.name || 'Account'} · Audit · Loreloom`}</title>
        <AccountHead past={past} settled={settled} />
        <nav className={`${linkTabs.tabs} ${classes.tabs}`} aria-label="Account">
          {tabs.map(({ name, label }) => (
            <Link key={name} to={tabQuery(name)} replace aria-current={name === current.name ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        {ledger && now ? (
          <div className={classes.body} data-wide={current.name !== 'ledger' || undefined}>
            <section className={classes.left} aria-label={current.label}>
              <MomentBar past={past} ledger={ledger} now={now} moment={moment} go={go} title={current.title} />
              <TabContent
                tab={current}
                missing={missing}
                past={past}
                ledger={ledger}
                now={now}
                settled={settled}
                go={go}
              />
            </section>
            {current.name === 'ledger' && (
              <LedgerAside past={past} ledger={ledger} now={now} settled={settled} go={go} />
            )}
          </div>
        ) : error ? (
          <ErrorState text={messageOf(error, 'Failed to load the ledger')} onRetry={() => void refetch()} />
        ) : (
          <Delayed>
            <Waiting />
          </Delayed>
        )}
      </div>
      {madeBy && <MadeByDrawer accountId={account.id} {...madeBy} go={go} onClose={() => setMadeBy(undefined)} />}
    </MadeByContext>
  )
}

interface TabContentProps extends TabProps, Pick<Props, 'missing'> {
  tab: (typeof tabs)[number]
}

/** The chosen tab. The ledger's entries have their own request, so its tab is shown even while `past` is pending. */
const TabContent = ({ tab: { name, Tab }, missing, ...props }: TabContentProps) => {
  if (name === 'ledger') return <LedgerTab {...props} />
  if (missing?.error)
    return <ErrorState text={messageOf(missing.error, 'Failed to load this moment')} onRetry={missing.retry} />
  return (
    <Part
      fallback={
        <Delayed>
          <Waiting />
        </Delayed>
      }
    >
      <div className={classes.tab} aria-busy={missing !== undefined}>
        <Tab {...props} />
      </div>
    </Part>
  )
}

/** Panels about the moment: the trace of its credits, the comparison with the provider's payments, the audit chain, exports. */
const LedgerAside = ({ past, ledger, now, settled, go }: TabProps) => (
  <aside className={asideClasses.aside} aria-label="About this moment">
    {ledger.current && <Trace accountId={past.account.id} entry={ledger.current} now={now} go={go} />}
    <Payments accountId={past.account.id} settled={settled} go={go} />
    <ChainPanel accountId={past.account.id} ledger={ledger} />
    <ExportPanel accountId={past.account.id} through={past.at} />
  </aside>
)

interface MadeByDrawerProps extends MadeBy {
  accountId: string
  go: Go
  onClose: () => void
}

/** The events or entries behind a figure, with their differences; each links to its moment. */
const MadeByDrawer = ({ title, path, sum, position, accountId, go, onClose }: MadeByDrawerProps) => {
  const visit = (to: string) => {
    go({ position: to })
    onClose()
  }
  return (
    <Drawer opened onClose={onClose} position="right" size={460} title={title} padding={18}>
      {path !== undefined && <MakingSteps accountId={accountId} path={path} position={position} onVisit={visit} />}
      {sum && <CountedEntries accountId={accountId} sum={sum} onVisit={visit} />}
    </Drawer>
  )
}
