import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useIsOffline } from '../base/online.ts'
import { type Banner, BannerBar } from '../ui/Banner.tsx'
import { useRealtimeStatus } from './context.tsx'

/** Delay before a lost connection is reported: most reconnections succeed sooner. */
const noticeDelayMs = 2_000

/** The socket detects a dead connection late, so that the browser's offline state is used as well. */
export const useConnectionBanner = (): Banner | null => {
  const isOffline = useIsOffline()
  const isDown = useRealtimeStatus() === 'down'
  const isLost = isOffline || isDown
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLost) return setLong(false)
    const timer = setTimeout(() => setLong(true), noticeDelayMs)
    return () => clearTimeout(timer)
  }, [isLost])
  if (!isLost || !isLong) return null
  const icon = <IconWifiOff size={15} />
  return isOffline
    ? {
        kind: 'offline',
        icon,
        text: 'You are offline. What you see may be out of date; what you write in lore is kept here until you are back.',
      }
    : { kind: 'realtime', icon, text: 'The live connection is down. What others do will show once it is back.' }
}

/** The connection banner for full-screen layers, which cover the banners of the page. */
export const ConnectionBanner = () => {
  const banner = useConnectionBanner()
  return banner && <BannerBar banner={banner} />
}
