import { createHmac } from 'node:crypto'

/** `Stripe-Signature` of a body that is sent at `at` (seconds, by the wall's clock: who receives it compares with theirs). */
export const signatureOf = (body: string, secret: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
