import { Link, useMatch } from 'react-router'
import { type AdminSupportRequests, SupportStatus } from '#domain/support.ts'
import linkTabs from '../../../ui/link-tabs.module.css'

const labels: Readonly<Record<SupportStatus, string>> = { open: 'Waiting', answered: 'Answered', closed: 'Closed' }

interface Props {
  /** The status of the listed requests. */
  status?: SupportStatus
  counts?: AdminSupportRequests['counts'] | undefined
}

/** Links to the requests by status, and to the templates of replies. */
export const SupportTabs = ({ status, counts }: Props) => {
  const isTemplates = useMatch('/admin/support/templates') !== null
  return (
    <nav className={linkTabs.tabs} aria-label="Requests by status, and templates">
      {SupportStatus.options.map((name) => (
        <Link key={name} to={`/admin/support?status=${name}`} aria-current={name === status ? 'page' : undefined}>
          {labels[name]} {counts && <span className="num">{counts[name]}</span>}
        </Link>
      ))}
      <Link to="/admin/support/templates" aria-current={isTemplates ? 'page' : undefined}>
        Reply Templates
      </Link>
    </nav>
  )
}
