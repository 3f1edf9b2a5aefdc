import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, Outlet } from 'react-router'
import { isAuditor } from '#domain/roles.ts'
import { meApi } from '../data/me.ts'
import { useRealtime } from '../realtime/context.tsx'
import type { FeedItem } from '../realtime/messages.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { SupportText } from './SupportText.tsx'
import { rememberImpersonated } from './session.ts'
import { usePageStart } from './use-page-start.ts'

const ImpersonationBar = lazy(async () => ({
  default: (await import('./layout/ImpersonationBar.tsx')).ImpersonationBar,
}))

/** Who is offline by then does without: the screen stands. */
const AfterScreen = lazy(() => import('./AfterScreen.tsx').catch(() => ({ default: () => <></> })))

/** Around every screen; inside the router, because toasts have links. */
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

/** Until the screen that somebody came for has asked for what it needs, in milliseconds. */
const afterScreenMs = 1_500

/** What is told over any screen: work that may take a while, also what ran before they came to this page, and a map that is shown. It is loaded after the screen, or when there is such news. */
const News = () => {
  const { items$ } = useRealtime()
  const { data: me } = meApi.endpoints.me.useQueryState()
  const person = me?.rows[0]
  // Auditors begin nothing.
  const isSignedIn = person !== undefined && !isAuditor(person.role)
  const [isAfterScreen, setAfterScreen] = useState(false)
  useEffect(() => {
    const timer = isSignedIn && setTimeout(() => setAfterScreen(true), afterScreenMs)
    return () => clearTimeout(timer || undefined)
  }, [isSignedIn])
  const [heard, setHeard] = useState<readonly FeedItem[]>([])
  useEffect(() => {
    const items = items$.subscribe((item) => {
      if (item.type === 'OperationBegun' || item.type === 'MapShown') setHeard((before) => [...before, item])
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

/** Asks the server nothing: on pages for everybody it is there as soon as it is known who is signed in. */
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
