import { Link, useSearchParams } from 'react-router'
import linkTabs from '../../ui/link-tabs.module.css'
import { Page, PageHeader } from '../../ui/PageHeader.tsx'
import { CreditsTab } from './CreditsTab.tsx'
import { EmailTab } from './EmailTab.tsx'
import { GeneralTab } from './GeneralTab.tsx'
import { PaymentMethodsTab } from './PaymentMethodsTab.tsx'
import { StorageTab } from './StorageTab.tsx'
import { SubscriptionTab } from './SubscriptionTab.tsx'

const tabs = [
  { name: 'general', label: 'General', Tab: GeneralTab },
  { name: 'subscription', label: 'Subscription', Tab: SubscriptionTab },
  { name: 'payment-methods', label: 'Payment methods', Tab: PaymentMethodsTab },
  { name: 'credits', label: 'Credits', Tab: CreditsTab },
  { name: 'email', label: 'Email', Tab: EmailTab },
  { name: 'storage', label: 'Storage', Tab: StorageTab },
]

/** On a phone the row of tabs is wider than the screen. */
const bringIntoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** What belongs to the person, not to a campaign. The tab is in the address, so that others lead to it. */
export const AccountSettings = () => {
  const [query] = useSearchParams()
  const current = tabs.find(({ name }) => name === query.get('tab')) ?? tabs[0]
  if (!current) return null
  return (
    <Page>
      <PageHeader title="Account Settings" />
      <nav className={linkTabs.tabs} aria-label="Account settings">
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            to={{ search: `?tab=${name}` }}
            aria-current={name === current.name ? 'page' : undefined}
            ref={name === current.name ? bringIntoView : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <current.Tab />
    </Page>
  )
}
