import { Notifications } from '@mantine/notifications'
import { Outlet } from 'react-router'

/** Around every screen; inside the router, because toasts have links. */
export const Root = () => (
  <>
    <Outlet />
    <Notifications position="top-right" limit={5} pauseResetOnHover="notification" containerWidth={360} zIndex={300} />
  </>
)
