import { useReducedMotion } from '@mantine/hooks'
import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react'
import { meets, type Plan } from '#domain/entitlements.ts'
import { useMe, useMeQuery } from '../../data/me.ts'
import { planName } from '../../ui/Badge.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './celebration.module.css'
import { planFacts } from './plan-facts.ts'

const dyes = ['weld', 'woad', 'orchil', 'verdigris', 'lichen', 'copper', 'madder']
const scraps = 84

const scrap = (index: number): CSSProperties =>
  ({
    '--from': `${Math.random() * 100}%`,
    '--drift': `${Math.random() * 240 - 120}px`,
    '--turn': `${Math.random() * 1440 - 720}deg`,
    '--wait': `${Math.random() * 900}ms`,
    '--fall': `${1600 + Math.random() * 500}ms`,
    background: `var(--ll-${dyes[index % dyes.length]})`,
  }) as CSSProperties

/** Confetti in seven colours of the palette, for about three seconds. */
const Confetti = () => {
  const [styles] = useState(() => Array.from({ length: scraps }, (_, index) => scrap(index)))
  return (
    <span className={classes.confetti} aria-hidden="true">
      {styles.map((style, index) => (
        <i key={index} style={style} />
      ))}
    </span>
  )
}

/** Interval in ms and maximum number of requests that poll the user's plan, in case its event does not arrive. */
const pollMs = 500
const pollLimit = 20
const shownMs = 4_000

/** Waits until the paid plan is active, then shows some of its features for 4 s. */
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
