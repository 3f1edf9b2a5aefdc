import { Skeleton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type ChangePreview, leastCharge, type PlanChoice } from '#domain/billing-answers.ts'
import { monthlyCredits } from '#domain/plan-credits.ts'
import { money } from '../../billing/money.ts'
import { planName } from '../../ui/Badge.tsx'
import { dateOf } from '../../ui/dates.ts'
import classes from './change.module.css'
import { choiceName } from './plan-acts.ts'
import { priceOf } from './price.ts'

interface Props {
  preview: ChangePreview
  isLater: boolean
  periodEnd: string | null
  /** The user's available credits before the change. */
  available: number
}

const number = (credits: number) => credits.toLocaleString('en')
const sum = (one: number, other: number) => `${number(one)} + ${number(other)} = ${number(one + other)}`

/** The current plan, the new one, and the price. */
export const PreviewRows = ({ preview, isLater, periodEnd, available }: Props) => {
  const now: PlanChoice = { plan: preview.currentPlan, interval: preview.currentInterval }
  const next: PlanChoice = { plan: preview.newPlan, interval: preview.newInterval }
  const setOff = Math.abs(preview.proratedAmount)
  const begins = dateOf(preview.effectiveAt)
  const isYear = next.interval === 'YEARLY'
  const each = number(monthlyCredits[next.plan] * (isYear ? 12 : 1))
  return (
    <>
      <div className={classes.change}>
        <Side when="Now" {...now} />
        <IconArrowRight size={18} aria-label="becomes" role="img" />
        <Side when={isLater ? `From ${begins}` : 'From today'} {...next} />
      </div>
      <dl className={classes.lines}>
        {!isLater && (
          <Row name={choiceName(next)} note={`${begins} to ${dateOf(preview.nextBillingDate)}`}>
            {money(preview.immediateCharge + setOff)}
          </Row>
        )}
        {!isLater && setOff > 0 && (
          <Row is="off" name={`Unused time on ${choiceName(now)}`} note={periodEnd && `until ${dateOf(periodEnd)}`}>
            {money(-setOff)}
          </Row>
        )}
        <Row is="total" {...chargeOf(preview)}>
          {money(preview.immediateCharge)}
        </Row>
        <Row is="later" name="Next billing date">
          {dateOf(preview.nextBillingDate)}, {money(priceOf(next))}
        </Row>
        <Row
          is="later"
          name="Credits"
          note={`${isLater ? '' : 'for the time you pay for now, '}then ${each} ${isYear ? 'a year' : 'a month'}`}
        >
          {isLater ? `${number(preview.credits)} more on ${begins}` : sum(available, preview.credits)}
        </Row>
      </dl>
      <p className={classes.fine}>
        {isLater
          ? `You keep ${choiceName(now)} until ${begins}. You can take this back until then.`
          : `${planName[next.plan]} starts when the payment succeeds. You can cancel at any time and keep ${planName[next.plan]} until the end of the period you paid for.`}
      </p>
    </>
  )
}

/** Returns true if the amount is too small for a charge of its own, and is added to the next bill. */
const isSmall = ({ immediateCharge }: ChangePreview) => immediateCharge > 0 && immediateCharge < leastCharge
const chargeOf = (preview: ChangePreview) =>
  isSmall(preview)
    ? { name: 'Added to your next bill', note: `Less than ${money(leastCharge)} is not charged by itself.` }
    : { name: 'Charged now' }

const Side = ({ when, ...choice }: PlanChoice & { when: string }) => (
  <div>
    <small>{when}</small>
    <b>{choiceName(choice)}</b>
    <span className="num">
      {money(priceOf(choice)).replace('.00', '')} per {choice.interval === 'YEARLY' ? 'year' : 'month'}
    </span>
  </div>
)

interface RowProps {
  name: ReactNode
  note?: ReactNode
  is?: 'off' | 'total' | 'later'
  children: ReactNode
}
const Row = ({ name, note, is, children }: RowProps) => (
  <div data-is={is}>
    <dt>
      {name}
      {note && <small className="num">{note}</small>}
    </dt>
    <dd className="num">{children}</dd>
  </div>
)

/** A skeleton of the same rows. */
export const PreviewSkeleton = () => (
  <div aria-busy="true">
    <div className={classes.change}>
      <Skeleton height={60} />
      <IconArrowRight size={18} aria-hidden="true" />
      <Skeleton height={60} />
    </div>
    <dl className={classes.lines}>
      {(['Charged at once', 'Unused time', 'total', 'Next billing date', 'Credits'] as const).map((name) => (
        <div key={name} data-is={name === 'total' ? name : undefined}>
          <Skeleton component="dt" width={150} height={name === 'total' ? 34 : 20} />
          <Skeleton component="dd" width={70} height={name === 'total' ? 34 : 20} />
        </div>
      ))}
    </dl>
  </div>
)
