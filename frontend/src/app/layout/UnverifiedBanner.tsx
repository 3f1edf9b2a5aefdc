import { IconMail } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useEmailAddressStateQuery } from '../../data/email.ts'
import { useEmailLink } from '../../data/use-email-link.ts'
import { AwaitedBanner, type Banner, BannerBar } from '../../ui/Banner.tsx'

/** States the next step towards a verified email address. */
export const UnverifiedBanner = ({ onDismiss }: { onDismiss: () => void }) => {
  const { data } = useEmailAddressStateQuery()
  const { label, isLoading, isPaused, run } = useEmailLink(data)
  const navigate = useNavigate()
  if (!data) return <AwaitedBanner />
  if (data.isVerified) return null
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
    onDismiss,
  }
  return <BannerBar banner={banner} />
}
