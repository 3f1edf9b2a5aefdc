import { Outlet } from 'react-router'
import { AdminSidebar } from './AdminSidebar.tsx'
import { Around } from './Around.tsx'
import { Overlays } from './Overlays.tsx'

/** The shell of admin screens, with their own navigation. */
export const AdminShell = () => (
  <>
    <Around Side={AdminSidebar} title="Admin">
      <Outlet />
    </Around>
    <Overlays />
  </>
)
