import { lazy, useEffect, useState } from 'react'
import { arrival } from '../../base/marketing.ts'
import { useChangeAccountMutation } from '../../data/account.ts'
import { useMe } from '../../data/me.ts'
import { Part } from '../../ui/Part.tsx'

/** The checkbox of the sign-up form, if this browser has stored it. */
const marketingOptIn = (): { marketingOptIn?: boolean } => {
  const stored = localStorage.getItem('loreloom.marketing-opt-in')
  return stored === null ? {} : { marketingOptIn: stored === 'true' }
}

const SourceDialog = lazy(async () => ({ default: (await import('./SourceDialog.tsx')).SourceDialog }))
const RevealedLinkDialog = lazy(async () => ({
  default: (await import('./RevealedLinkDialog.tsx')).RevealedLinkDialog,
}))
const PreorderDialog = lazy(async () => ({ default: (await import('./PreorderDialog.tsx')).PreorderDialog }))

/** One-time dialogs for new users; not shown to impersonators. */
export const Welcome = () => {
  const {
    impersonatedBy,
    marketingOptIn: storedOptIn,
    onboarded,
    preorderRedemptionCoupon: coupon,
    revealedLink,
  } = useMe()
  const [isClosed, setClosed] = useState(false)
  const [change] = useChangeAccountMutation()
  const isNew = !onboarded && impersonatedBy === null

  useEffect(() => {
    // A later choice takes precedence over the checkbox of the sign-up form.
    if (isNew) void change({ initialTrackingData: arrival(), ...(storedOptIn === null && marketingOptIn()) })
  }, [isNew])

  if (isClosed || impersonatedBy !== null) return null
  const close = () => setClosed(true)
  if (revealedLink !== null)
    return (
      <Part onFailed={close}>
        <RevealedLinkDialog link={revealedLink} onClose={close} />
      </Part>
    )
  if (!onboarded)
    return (
      <Part onFailed={close}>
        <SourceDialog onClose={close} />
      </Part>
    )
  if (coupon === null) return null
  return (
    <Part onFailed={close}>
      <PreorderDialog coupon={coupon} onClose={close} />
    </Part>
  )
}
