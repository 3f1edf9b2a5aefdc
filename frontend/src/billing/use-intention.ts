import { useRef } from 'react'
import { newId } from '../base/ids.ts'
import { statusOf } from '../base/problem.ts'
import { PaymentUncertain } from './card-payments.ts'

/** A payment in preparation: its idempotency key, and its payment method. */
export interface Intention {
  key: string
  paymentMethodId?: string
}

/** Response statuses that leave the outcome uncertain; 0 if there was no response. */
const unclear = new Set([0, 408, 429, 500, 502, 503, 504])

/** Returns true if the payment may have been made: there was no response, or one that permits a retry. */
export const isUncertain = (error: unknown): boolean => {
  if (error instanceof PaymentUncertain) return true
  const hasStatus = typeof error === 'object' && error !== null && 'status' in error
  return hasStatus && unclear.has(statusOf(error))
}

/**
 * Holds one intention for repeated presses with the same input, so that a payment is not made twice. Callers end it when
 * the input changes, or with a conclusive response: a retry after a rejection is a new intention.
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
