import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useMe } from '../../data/me.ts'
import { useVersionQuery } from '../../data/platform.ts'
import { Part } from '../../ui/Part.tsx'
import { type Banner, BannerBar } from './Banner.tsx'
import classes from './banners.module.css'
import { isChromium } from './browser.ts'
import { useConnectionBanner } from './ConnectionBanner.tsx'

const UnverifiedBanner = lazy(async () => ({ default: (await import('./UnverifiedBanner.tsx')).UnverifiedBanner }))

/** Shows one banner at a time, the most severe first, and counts the others. Impersonation has a bar of its own. */
export const Banners = () => {
  const banners = [useConnectionBanner(), useBrowserBanner(), useUpdateBanner()].filter((banner) => banner !== null)
  const [turn, setTurn] = useState(0)
  const banner = banners[turn % Math.max(1, banners.length)]
  const { emailVerified } = useMe()
  // Most users never see it, so that its files are loaded separately.
  if (!banner)
    return emailVerified ? null : (
      <Part>
        <UnverifiedBanner />
      </Part>
    )
  return (
    <BannerBar banner={banner}>
      {banners.length > 1 && (
        <button type="button" className={classes.more} onClick={() => setTurn((now) => now + 1)}>
          {`${banners.length - 1} more`}
        </button>
      )}
    </BannerBar>
  )
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
