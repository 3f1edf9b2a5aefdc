import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'
import { meets, type Plan } from '#domain/entitlements.ts'
import { useMe, useMeQuery } from '../../data/me.ts'
import { planName } from '../../ui/Badge.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { toast } from '../../ui/toast.ts'
import { Confetti } from './Confetti.tsx'
import classes from './celebration.module.css'
import { planFacts } from './plan-facts.ts'

/** Polling interval and limit for the user's plan, in case its event does not arrive. */
const pollMs = 500
const pollLimit = 20
const shownMs = 4_000

/** Shown once the paid plan is active: its features, for a moment. */
export const Celebration = ({ plan, onClose }: { plan: Plan; onClose: () => void }) => {
  const hasIt = meets(useMe().paidPlan, plan)
  usePlanPolling(hasIt, onClose)
  return hasIt ? <Cheer plan={plan} onClose={onClose} /> : null
}

const usePlanPolling = (hasIt: boolean, onClose: () => void) => {
  const { refetch } = useMeQuery()
  const poll = useEffectEvent(() => void refetch())
  const giveUp = useEffectEvent(() => {
    toast.info('Your payment is on its way. Your plan shows as soon as it is confirmed.')
    onClose()
  })
  useEffect(() => {
    if (hasIt) return
    let polls = 0
    const timer = setInterval(() => (polls++ < pollLimit ? poll() : giveUp()), pollMs)
    return () => clearInterval(timer)
  }, [hasIt])
}

const Cheer = ({ plan, onClose }: { plan: Plan; onClose: () => void }) => {
  const isStill = useReducedMotion()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setTimeout(() => close(), shownMs)
    return () => clearTimeout(timer)
  }, [])
  const opens = planFacts[plan].opens.slice(1, 4).join('\u00a0· ')
  const title = `Welcome to ${planName[plan]}`
  return (
    <button
      type="button"
      className={classes.cheer}
      aria-label={`${title}. ${opens}`}
      onClick={onClose}
      ref={(button) => button?.focus()}
    >
      {!isStill && <Confetti />}
      <span className={classes.words}>
        <Logo />
        <strong>{title}</strong>
        <span>{opens}</span>
      </span>
    </button>
  )
}
