import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { isAuditor } from '#domain/roles.ts'
import { useMe } from '../../data/me.ts'
import { useVersionQuery } from '../../data/platform.ts'
import { useConnectionBanner } from '../../realtime/ConnectionBanner.tsx'
import { AwaitedBanner, type Banner, BannerBar } from '../../ui/Banner.tsx'
import classes from '../../ui/banners.module.css'
import { Part } from '../../ui/Part.tsx'

interface Browser {
  userAgent: string
  userAgentData?: { brands: { brand: string }[] }
}

/** Returns true for Chrome and other browsers on Chromium, by brand if available, else by user agent. */
const isChromium = ({ userAgent, userAgentData }: Browser): boolean =>
  userAgentData?.brands.some(({ brand }) => /Chrom/.test(brand)) ??
  /\b(Chrome|Chromium|CriOS|Edg|HeadlessChrome)\//.test(userAgent)

const UnverifiedBanner = lazy(async () => ({ default: (await import('./UnverifiedBanner.tsx')).UnverifiedBanner }))

/** Shows one banner at a time, the most severe first, and counts the others. Impersonation has a bar of its own. */
export const Banners = () => {
  const banners = [useConnectionBanner(), useBrowserBanner(), useUpdateBanner()].filter((banner) => banner !== null)
  const [turn, setTurn] = useState(0)
  const banner = banners[turn % Math.max(1, banners.length)]
  const unverified = useUnverified()
  // Most users never see it, so that its files are loaded separately.
  if (!banner)
    return unverified.isShown ? (
      <Part fallback={<AwaitedBanner />}>
        <UnverifiedBanner onDismiss={unverified.dismiss} />
      </Part>
    ) : null
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

const unverifiedKey = 'loreloom.unverified-noted'
const unverifiedMs = 7 * 86_400_000

/** Returns true if the user dismissed the banner of an address in this browser within the last week. */
const wasDismissed = (userId: string): boolean => {
  const [by, at] = (localStorage.getItem(unverifiedKey) ?? '').split(' ')
  return by === userId && Date.now() - Number(at) < unverifiedMs
}

/**
 * Shown until the address is verified, except for a week after it was dismissed. Not shown to auditors, whose features
 * need no verified address.
 */
const useUnverified = () => {
  const { id, emailVerified, impersonatedBy, role } = useMe()
  const [isDismissed, setDismissed] = useState(() => wasDismissed(id))
  return {
    isShown: !emailVerified && impersonatedBy === null && !isAuditor(role) && !isDismissed,
    dismiss() {
      localStorage.setItem(unverifiedKey, `${id} ${Date.now()}`)
      setDismissed(true)
    },
  }
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
