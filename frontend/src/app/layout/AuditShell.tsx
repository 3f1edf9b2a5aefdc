import { Outlet } from 'react-router'
import { AuditSidebar } from './AuditSidebar.tsx'
import { AuditTop } from './AuditTop.tsx'
import { Layout } from './Layout.tsx'

/** The shell of audit screens, without a campaign, since auditors may belong to none. */
export const AuditShell = () => (
  <Layout Side={AuditSidebar} Top={AuditTop}>
    <Outlet />
  </Layout>
)
