import type { Objects } from '../objects.ts'
import type { Tx } from '../store/transaction.ts'

/** What follows when a payment succeeded: the invoice that it is of is paid. */
export async function intentSucceeded(_tx: Tx, _intent: Objects['payment_intent']): Promise<void> {}

/** What follows when an attempt failed. */
export async function intentFailed(_tx: Tx, _intent: Objects['payment_intent']): Promise<void> {}
