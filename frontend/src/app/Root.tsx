import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Outlet } from 'react-router'
import { isAuditor } from '#domain/roles.ts'
import { SupportText } from '../base/SupportText.tsx'
import { rememberImpersonated } from '../base/session.ts'
import { usePageStart } from '../base/use-page-start.ts'
import { meApi } from '../data/me.ts'
import { useRealtime } from '../realtime/context.tsx'
import type { FeedItem } from '../realtime/messages.ts'
import { Toasts } from '../ui/Toasts.tsx'

const ImpersonationBar = lazy(async () => ({
  default: (await import('./layout/ImpersonationBar.tsx')).ImpersonationBar,
}))

/** Offline at this time, the app works without it: the screen is already loaded. */
const AfterScreen = lazy(() => import('./AfterScreen.tsx').catch(() => ({ default: () => <></> })))

/** Wraps every screen; inside the router, because toasts contain links. */
export const Root = () => {
  usePageStart()
  return (
    <>
      <Impersonating />
      <Outlet />
      <Toasts Text={SupportText} Link={Link} />
      <News />
    </>
  )
}

/** Types of events that show something above the screens, or refresh all of them. */
const notices: ReadonlySet<string> = new Set(['OperationBegun', 'MapShown', 'UserRenamed'])

/** Time for the first screen to send its requests, in milliseconds. */
const afterScreenMs = 1_500

/**
 * Notices above any screen: running operations, also from before this page was opened, and a map that is presented.
 * Loaded after the screen, or when such an event arrives.
 */
const News = () => {
  const { items$ } = useRealtime()
  const { data: me } = meApi.endpoints.me.useQueryState()
  const person = me?.rows[0]
  // Auditors start no operations.
  const isSignedIn = person !== undefined && !isAuditor(person.role)
  const [isAfterScreen, setAfterScreen] = useState(false)
  useEffect(() => {
    const timer = isSignedIn && setTimeout(() => setAfterScreen(true), afterScreenMs)
    return () => clearTimeout(timer || undefined)
  }, [isSignedIn])
  const [heard, setHeard] = useState<readonly FeedItem[]>([])
  useEffect(() => {
    const items = items$.subscribe((item) => {
      if (notices.has(item.type)) setHeard((before) => [...before, item])
    })
    return () => items.unsubscribe()
  }, [items$])
  return (
    isSignedIn &&
    (isAfterScreen || heard.length > 0) && (
      <Suspense>
        <AfterScreen heard={heard} />
      </Suspense>
    )
  )
}

/** Sends no request: on public pages it appears once another query has loaded the user. */
const Impersonating = () => {
  const { data } = meApi.endpoints.me.useQueryState()
  const me = data?.rows[0]
  const impersonated = me?.impersonatedBy ? me.username : null
  const isKnown = me !== undefined
  useEffect(() => {
    if (isKnown) rememberImpersonated(impersonated)
  }, [isKnown, impersonated])
  if (!me?.impersonatedBy) return null
  return (
    <Suspense>
      <ImpersonationBar id={me.id} username={me.username} />
    </Suspense>
  )
}
