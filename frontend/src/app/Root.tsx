import { Outlet } from 'react-router'
import { Toasts } from '../ui/Toasts.tsx'

/** Around every screen; inside the router, because toasts have links. */
export const Root = () => (
  <>
    <Outlet />
    <Toasts />
  </>
)
