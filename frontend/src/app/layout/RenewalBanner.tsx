import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useSubscriptionQuery } from '../../data/billing.ts'
import { useMe } from '../../data/me.ts'
import { planName } from '../../ui/Badge.tsx'
import classes from '../../ui/banners.module.css'
import { dateOf } from '../../ui/dates.ts'

/** Reports that a renewal could not be charged, until when the plan remains active, and how to pay. */
export const RenewalBanner = () => {
  const { paidPlan } = useMe()
  const { data } = useSubscriptionQuery()
  if (!data?.graceUntil) return null
  return (
    <div className={classes.banner} data-kind="browser" role="status">
      <IconAlertTriangle size={15} aria-hidden="true" />
      <span>
        {data.needsConfirmation ? 'Your bank asks you to confirm your renewal.' : 'Your last payment failed.'}{' '}
        {planName[paidPlan]} stays until {dateOf(data.graceUntil)}; another card is charged at once.
      </span>
      <Link className={classes.action} to="/account-settings?tab=payment-methods">
        {data.needsConfirmation ? 'Confirm payment' : 'Use another card'}
      </Link>
    </div>
  )
}
