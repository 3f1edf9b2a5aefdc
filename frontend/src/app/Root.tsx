import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { Toasts } from '../ui/Toasts.tsx'

/** Around every screen; inside the router, because toasts have links. */
export const Root = () => {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  // With the second render, which has what was typed early: the button may have waited for that.
  useEffect(() => {
    if (isRunning) globalThis.pressedEarly?.()?.click()
  }, [isRunning])
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
