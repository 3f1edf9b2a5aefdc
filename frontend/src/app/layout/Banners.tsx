import { IconAlertTriangle, IconRefresh, IconWifiOff, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useVersionQuery } from '../../data/platform.ts'
import { useRealtimeStatus } from '../../realtime/context.tsx'
import { useIsOffline } from '../online.ts'
import classes from './banners.module.css'
import { isChromium } from './browser.ts'

interface Banner {
  kind: 'offline' | 'realtime' | 'browser' | 'update'
  icon: ReactNode
  text: string
  action?: { label: string; run: () => void }
  onDismiss?: () => void
}

/** One at a time, the gravest first; the others behind a count. That an admin acts as somebody else stands in a bar of its own. */
export const Banners = () => {
  const banners = [useConnectionBanner(), useBrowserBanner(), useUpdateBanner()].filter((banner) => banner !== null)
  const [turn, setTurn] = useState(0)
  const banner = banners[turn % Math.max(1, banners.length)]
  if (!banner) return null
  return (
    <div className={classes.banner} data-kind={banner.kind} role={banner.kind === 'realtime' ? 'alert' : 'status'}>
      {banner.icon}
      <span>{banner.text}</span>
      {banner.action && (
        <button type="button" className={classes.action} onClick={banner.action.run}>
          {banner.action.label}
        </button>
      )}
      {banners.length > 1 && (
        <button type="button" className={classes.more} onClick={() => setTurn((now) => now + 1)}>
          {`${banners.length - 1} more`}
        </button>
      )}
      {banner.onDismiss && (
        <button type="button" className={classes.close} aria-label="Dismiss" onClick={banner.onDismiss}>
          <IconX size={15} />
        </button>
      )}
    </div>
  )
}

/** A reconnection that succeeds at once is nobody's news. */
const patienceMs = 2_000

/** A socket notices late that nothing comes any more, so the browser is asked as well. */
const useConnectionBanner = (): Banner | null => {
  const isOffline = useIsOffline()
  const isDown = useRealtimeStatus() === 'down'
  const isLost = isOffline || isDown
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLost) return setLong(false)
    const timer = setTimeout(() => setLong(true), patienceMs)
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

const dismissedKey = 'loreloom.browser-noted'

const useBrowserBanner = (): Banner | null => {
  const [isDismissed, setDismissed] = useState(() => sessionStorage.getItem(dismissedKey) !== null)
  if (isDismissed || isChromium(navigator)) return null
  return {
    kind: 'browser',
    icon: <IconAlertTriangle size={15} />,
    text: 'Loreloom is made for Chrome and other Chromium browsers. Some things may not work in this one.',
    onDismiss: () => {
      sessionStorage.setItem(dismissedKey, '1')
      setDismissed(true)
    },
  }
}

const useUpdateBanner = (): Banner | null => {
  const { data } = useVersionQuery()
  if (!data || data.version === __VERSION__) return null
  return {
    kind: 'update',
    icon: <IconRefresh size={15} />,
    text: `Loreloom ${data.version} is here; this tab still runs ${__VERSION__}.`,
    action: { label: 'Refresh', run: () => location.reload() },
  }
}
