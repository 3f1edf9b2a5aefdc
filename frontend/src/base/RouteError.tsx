import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/ErrorState.tsx'
import { isLoadError } from '../ui/load-error.ts'
import { toast } from '../ui/toast.ts'
import { useIsOffline } from './online.ts'
import { reloadThisTab } from './stale-tab.ts'

/** Shown for a crashed screen, and for one whose files could not be loaded. */
export const RouteError = () => {
  const error = useRouteError()
  const isOffline = useIsOffline()
  const isMissing = isLoadError(error)
  useEffect(() => console.error(error), [error])
  // Browsers do not retry a failed module, and this page has no input to lose.
  useEffect(() => {
    if (!isMissing) return
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isMissing])
  const refresh = async () => {
    if (!(await reloadThisTab())) toast.error('Loreloom cannot be reached. Please try again in a moment.')
  }
  return isMissing && isOffline ? (
    <ErrorState text="You are offline, and this page was not loaded before. It comes once you are connected again." />
  ) : (
    <ErrorState
      text={isMissing ? 'This page could not be loaded.' : 'Something went wrong. Please refresh the page.'}
      action={{ label: 'Refresh', run: () => void refresh() }}
    />
  )
}
