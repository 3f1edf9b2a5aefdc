import { useBillingConfigQuery } from '../data/billing.ts'
import classes from './billing.module.css'

/** Shown on every payment screen of an installation with simulated payments, which look like real ones. */
export const SimulatedNote = () => {
  const { data } = useBillingConfigQuery()
  if (data?.provider !== 'simulated') return null
  return (
    <p className={classes.simulated}>
      Simulated payments: no card is charged here. Use a test card, and never a real one.
    </p>
  )
}
