import { z } from 'zod'
import { CreditTransactionRow } from './credit-transactions.ts'
import { listOf } from './list-of.ts'

/** An entry of the credit history; a bought grant includes its payment, with `amount` in cents. */
export const CreditLine = CreditTransactionRow.extend({
  payment: z
    .object({ amount: z.int(), card: z.object({ brand: z.string(), last4: z.string() }).nullable() })
    .nullable(),
})
export type CreditLine = z.infer<typeof CreditLine>

/** Newest first. `balance` includes held credits; `balanceThen` is the balance right after the first entry of this page. */
export const CreditHistory = listOf(CreditLine).extend({
  balance: z.int(),
  held: z.int(),
  available: z.int(),
  /** Credits taken back after they were spent; the next grants settle them. */
  owed: z.int(),
  balanceThen: z.int(),
})
export type CreditHistory = z.infer<typeof CreditHistory>
