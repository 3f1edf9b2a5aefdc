import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/EmptyState.tsx'
import linkTabs from '../../ui/link-tabs.module.css'
import { Page, PageHeader } from '../../ui/PageHeader.tsx'
import { ConnectionsTab } from './ConnectionsTab.tsx'
import { CreditsTab } from './CreditsTab.tsx'
import { DataTab } from './DataTab.tsx'
import { EmailTab } from './EmailTab.tsx'
import { GeneralTab } from './GeneralTab.tsx'
import { PaymentMethodsTab } from './PaymentMethodsTab.tsx'
import { PaymentsTab } from './PaymentsTab.tsx'
import { SecurityTab } from './SecurityTab.tsx'
import { StorageTab } from './StorageTab.tsx'
import { SubscriptionTab } from './SubscriptionTab.tsx'
import { SupportTab, useIsBacker } from './SupportTab.tsx'
import { UnfinishedPayments } from './UnfinishedPayments.tsx'

const everyTab = [
  { name: 'general', label: 'General', Tab: GeneralTab },
  { name: 'subscription', label: 'Subscription', Tab: SubscriptionTab },
  { name: 'payment-methods', label: 'Payment methods', Tab: PaymentMethodsTab },
  { name: 'payments', label: 'Payments', Tab: PaymentsTab },
  { name: 'credits', label: 'Credits', Tab: CreditsTab },
  { name: 'connections', label: 'Connections', Tab: ConnectionsTab },
  { name: 'support', label: 'Support', Tab: SupportTab },
  { name: 'email', label: 'Email', Tab: EmailTab },
  { name: 'security', label: 'Security', Tab: SecurityTab },
  { name: 'storage', label: 'Storage', Tab: StorageTab },
  { name: 'data', label: 'Your data', Tab: DataTab },
]

/** Tabs that list payments which await confirmation at the user's bank. */
const billed: readonly string[] = ['subscription', 'payment-methods', 'payments', 'credits']

/** Scrolls the current tab into view: on a phone, the row of tabs is wider than the screen. */
const bringIntoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Settings of the user's account, not of a campaign. The URL's `tab` parameter selects the tab, so that other pages can link to it. */
export const AccountSettings = () => {
  const [query] = useSearchParams()
  const wanted = query.get('tab') || 'general'
  const isBacker = useIsBacker()
  const tabs = everyTab.filter(({ name }) => name !== 'support' || isBacker)
  const current = tabs.find(({ name }) => name === wanted)
  return (
    <Page>
      <PageHeader title="Account Settings" />
      <nav className={linkTabs.tabs} aria-label="Account settings">
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            to={{ search: `?tab=${name}` }}
            aria-current={name === wanted ? 'page' : undefined}
            ref={name === wanted ? bringIntoView : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {billed.includes(wanted) && <UnfinishedPayments />}
      {current ? <current.Tab /> : <UnknownTab name={wanted} />}
    </Page>
  )
}

const UnknownTab = ({ name }: { name: string }) => (
  <EmptyState
    subject="chairs"
    title="There is no such tab"
    text={`Account Settings has no tab “${name.slice(0, 40)}”. Choose one above.`}
    action={
      <Button component={Link} to="?tab=general">
        General
      </Button>
    }
  />
)
