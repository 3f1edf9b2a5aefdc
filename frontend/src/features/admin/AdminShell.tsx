import { Outlet } from 'react-router'
import { Around } from '../../app/layout/Around.tsx'
import { AdminSidebar } from './AdminSidebar.tsx'

/** Around the admin screens: as around a campaign's, with their own way about. */
export const AdminShell = () => (
  <Around Side={AdminSidebar} title="Admin">
    <Outlet />
  </Around>
)
