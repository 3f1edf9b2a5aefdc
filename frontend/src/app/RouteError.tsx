import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/ErrorState.tsx'

/** What a crashed screen shows. */
export const RouteError = () => {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <ErrorState
      text="Something went wrong. Please refresh the page."
      onRetry={() => location.reload()}
      retry="Refresh"
    />
  )
}
