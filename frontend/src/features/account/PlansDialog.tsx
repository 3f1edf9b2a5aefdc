import { Modal, VisuallyHidden } from '@mantine/core'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import type { Interval } from '#domain/billing-account.ts'
import { Plan } from '#domain/entitlements.ts'
import { SimulatedNote } from '../../billing/SimulatedNote.tsx'
import { useWhyNot } from '../../billing/use-why-not.ts'
import { planName } from '../../ui/Badge.tsx'
import { PlanColumn } from './PlanColumn.tsx'
import { actOf, type Choice, type Paying, type PlanAct } from './plan-acts.ts'
import classes from './plans.module.css'

const intervals = [
  { value: 'YEARLY', label: 'Annual' },
  { value: 'MONTHLY', label: 'Monthly' },
] as const

interface Props {
  /** The user's plan without complimentary access. */
  current: Plan
  paying: Paying | null
  interval: Interval
  onInterval: (interval: Interval) => void
  /** Date and amount of the next charge. */
  nextCharge: string | null
  onAct: (act: PlanAct['does'], choice: Choice) => void
  onClose: () => void
}

/** Prices and features of the plans. “Your plan” marks the `current` plan, regardless of complimentary access. */
export const PlansDialog = ({ current, paying, interval, onInterval, nextCharge, onAct, onClose }: Props) => {
  const whyNot = useWhyNot()
  return (
    <Modal opened onClose={onClose} title="Choose a plan" size={820} classNames={{ body: classes.body }}>
      <div className={classes.head}>
        <fieldset className={classes.intervals}>
          <VisuallyHidden component="legend">Billed</VisuallyHidden>
          {intervals.map(({ value, label }) => (
            <label key={value}>
              <input type="radio" name="interval" checked={value === interval} onChange={() => onInterval(value)} />
              {label}
            </label>
          ))}
        </fieldset>
        <p>Annual costs ten months: Basic saves $10 a year, Pro saves $30.</p>
      </div>
      <div className={classes.plans}>
        {Plan.options.map((plan) => (
          <PlanColumn
            key={plan}
            plan={plan}
            interval={interval}
            isCurrent={plan === current}
            paying={paying}
            act={actOf(paying, current, { plan, interval })}
            isOff={whyNot !== undefined}
            onAct={(act) => onAct(act, { plan, interval })}
          />
        ))}
      </div>
      <div className={classes.note}>
        <SimulatedNote />
      </div>
      <div className={classes.foot}>
        <span>
          <IconRosetteDiscountCheck className={classes.guarantee} size={15} aria-hidden="true" /> You can request your
          money back for 30 days.
        </span>
        <span>Credits do not expire.</span>
        {!paying && current !== 'FREE' && (
          <span>You have {planName[current]} without a subscription. If you subscribe, you are charged for it.</span>
        )}
        {whyNot ? <span>{whyNot}</span> : nextCharge && <span className="num">Next charge {nextCharge}</span>}
      </div>
    </Modal>
  )
}
