import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { type Capability, may } from '#domain/entitlements.ts'
import { isAdmin, isAuditor, mayAudit } from '#domain/roles.ts'
import { LedAway } from '../base/LedAway.tsx'
import { openOverlay } from '../base/overlay.ts'
import { messageOf, statusOf } from '../base/problem.ts'
import { leaveForSignIn, onSessionEnded, refreshSession } from '../base/session.ts'
import { selectEntitlements, today, useMe, useMeQuery } from '../data/me.ts'
import { useRealtime, useRealtimeStatus } from '../realtime/context.tsx'
import { Delayed } from '../ui/Delayed.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { Frame } from './layout/Frame.tsx'

/** Requires a session; without one, it opens the sign-in page, which leads back. The realtime stream runs while this is mounted. */
export const SignedIn = () => {
  const { data, error, refetch } = useMeQuery()
  const { pathname } = useLocation()
  const me = data?.rows[0]
  // Auditors receive no events; their screens poll.
  useStream(me && !isAuditor(me.role) ? me.id : undefined, data?.position)

  if (error && [401, 403].includes(statusOf(error))) return <ToSignIn />
  if (me) return isAuditor(me.role) && !pathname.startsWith('/audit') ? <Navigate to="/audit" replace /> : <Outlet />
  if (error)
    return (
      <ErrorState
        text={messageOf(error, 'Loreloom cannot be reached right now.')}
        onRetry={() => void refetch()}
        retry="Try Again"
      />
    )
  // Admins and auditors have other shells.
  if (!/^\/(admin|audit|verify-email)/.test(pathname)) return <Frame />
  return (
    <Delayed>
      <Waiting />
    </Delayed>
  )
}

/** The sign-in pages are a separate bundle, which a full page load opens. */
const ToSignIn = () => {
  useEffect(() => void leaveForSignIn(), [])
  return null
}

export const AdminOnly = () =>
  isAdmin(useMe().role) ? <Outlet /> : <LedAway to="/" because="The admin pages are for administrators." />

export const AuditOnly = () =>
  mayAudit(useMe().role) ? (
    <Outlet />
  ) : (
    <LedAway to="/" because="The audit screens are for auditors and administrators." />
  )

/** Renders a feature that requires a plan; without it, redirects home and explains the required plan. */
export const Gated = ({ capability }: { capability: Capability }) =>
  may(selectEntitlements(useMe()), capability, today()) ? <Outlet /> : <Refused wanted={capability} />

const Refused = ({ wanted }: { wanted: Capability }) => {
  useEffect(() => openOverlay({ kind: 'upgrade', wanted }), [wanted])
  return <Navigate to="/" replace />
}

/** A connection that stays down this long may be down because the session has ended. */
const suspiciousMs = 15_000

const useStream = (userId: string | undefined, position: string | undefined) => {
  const realtime = useRealtime()
  const status = useRealtimeStatus()

  useEffect(() => {
    // Only the first position matters: later ones are positions of the same stream.
    if (userId && position) realtime.start(userId, position)
    else if (position) realtime.stop()
  }, [realtime, userId, position])

  useEffect(() => {
    const ended = realtime.ended$.subscribe(() => {
      realtime.stop()
      void onSessionEnded()
    })
    return () => ended.unsubscribe()
  }, [realtime])

  useEffect(() => {
    if (status !== 'down') return
    const timer = setTimeout(() => {
      void refreshSession().then((isThere) => (isThere ? undefined : leaveForSignIn()))
    }, suspiciousMs)
    return () => clearTimeout(timer)
  }, [status])
}
