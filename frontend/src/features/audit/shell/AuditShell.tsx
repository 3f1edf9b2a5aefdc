import { Outlet } from 'react-router'
import { Layout } from '../../../app/layout/Layout.tsx'
import { AuditSidebar } from './AuditSidebar.tsx'
import { AuditTop } from './AuditTop.tsx'

/** Around the audit screens: nothing of a campaign, for who reads here may belong to none. */
export const AuditShell = () => (
  <Layout Side={AuditSidebar} Top={AuditTop}>
    <Outlet />
  </Layout>
)
