import { useRef } from 'react'
import { newId } from '../app/ids.ts'
import { statusOf } from '../app/problem.ts'
import { PaymentUncertain } from './card-desk.ts'

/** What somebody is about to pay: its key, and the payment method that was made for it. */
export interface Intention {
  key: string
  paymentMethodId?: string
}

/** 0: no answer came. */
const unclear = new Set([0, 408, 429, 500, 502, 503, 504])

/** Nobody knows whether it was done: no answer came, or one that says to come again. */
export const isUncertain = (error: unknown): boolean => {
  if (error instanceof PaymentUncertain) return true
  const hasStatus = typeof error === 'object' && error !== null && 'status' in error
  return hasStatus && unclear.has(statusOf(error))
}

/**
 * One for all presses that mean the same, so that what was done already is not done again. It ends where something else is meant, and with
 * an answer: who tries again after a refusal means it anew.
 */
export const useIntention = () => {
  const intention = useRef<Intention>(undefined)
  return {
    current: (): Intention => {
      intention.current ??= { key: newId() }
      return intention.current
    },
    end: () => {
      intention.current = undefined
    },
  }
}
