import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isAuditor } from '#domain/roles.ts'
import { useEmailStandingQuery } from '../../data/email.ts'
import { useMe } from '../../data/me.ts'
import { useEmailLink } from '../use-email-link.ts'
import { type Banner, BannerBar } from './Banner.tsx'

const dismissedKey = 'loreloom.unverified-noted'
const dismissedMs = 7 * 86_400_000

/** Returns true if the user dismissed the banner in this browser within the last week. */
const wasDismissed = (userId: string): boolean => {
  const [by, at] = (localStorage.getItem(dismissedKey) ?? '').split(' ')
  return by === userId && Date.now() - Number(at) < dismissedMs
}

/**
 * Shown until the address is verified, except for a week after it was dismissed. Not shown to auditors, whose features
 * need no verified address.
 */
export const UnverifiedBanner = () => {
  const { id, emailVerified, impersonatedBy, role } = useMe()
  const [isDismissed, setDismissed] = useState(() => wasDismissed(id))
  const isHidden = emailVerified || impersonatedBy !== null || isAuditor(role) || isDismissed
  const { data } = useEmailStandingQuery(undefined, { skip: isHidden })
  const { label, isLoading, isPaused, run } = useEmailLink(data)
  const navigate = useNavigate()
  if (isHidden || !data || data.isVerified) return null
  const { waiting, sendsMail } = data
  const banner: Banner = {
    kind: 'unverified',
    icon: <IconMail size={15} aria-hidden="true" />,
    text:
      sendsMail && waiting
        ? 'Please open the link in your mail to verify your address.'
        : 'Your address is not verified yet.',
    action: sendsMail
      ? { label, run: () => void run(), isDisabled: isLoading || isPaused }
      : { label: 'See How', run: () => void navigate('/account-settings?tab=email') },
    onDismiss: () => {
      localStorage.setItem(dismissedKey, `${id} ${Date.now()}`)
      setDismissed(true)
    },
  }
  return <BannerBar banner={banner} />
}
