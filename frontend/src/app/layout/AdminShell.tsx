import { Outlet } from 'react-router'
import { Around } from './Around.tsx'
import { Overlays } from './Overlays.tsx'
import { AdminSidebar } from './AdminSidebar.tsx'

/** The shell of admin screens, with their own navigation. */
export const AdminShell = () => (
  <>
    <Around Side={AdminSidebar} title="Admin">
      <Outlet />
    </Around>
    <Overlays />
  </>
)
