import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Realtime, RealtimeStatus } from './events.ts'

const Context = createContext<Realtime | null>(null)

export const RealtimeProvider = ({ realtime, children }: { realtime: Realtime; children: ReactNode }) => (
  <Context value={realtime}>{children}</Context>
)

export const useRealtime = (): Realtime => {
  const realtime = useContext(Context)
  if (!realtime) throw new Error('useRealtime needs a RealtimeProvider')
  return realtime
}

export const useRealtimeStatus = (): RealtimeStatus => {
  const { status$ } = useRealtime()
  const [status, setStatus] = useState<RealtimeStatus>('idle')
  useEffect(() => {
    const subscription = status$.subscribe(setStatus)
    return () => subscription.unsubscribe()
  }, [status$])
  return status
}
