import { z } from 'zod'
import { CreditTransactionRow } from './credit-transactions.ts'
import { listOf } from './list-of.ts'

/** A line of the credit history, with the payment that a grant was bought by. `amount` is cents. */
export const CreditLine = CreditTransactionRow.extend({
  payment: z
    .object({ amount: z.int(), card: z.object({ brand: z.string(), last4: z.string() }).nullable() })
    .nullable(),
})
export type CreditLine = z.infer<typeof CreditLine>

/** Newest first. The balance is with what is held; `balanceThen` is what it was right after the first line of this page. */
export const CreditHistory = listOf(CreditLine).extend({
  balance: z.int(),
  held: z.int(),
  available: z.int(),
  /** Credits taken back after they were spent; the next grants settle them. */
  owed: z.int(),
  balanceThen: z.int(),
})
export type CreditHistory = z.infer<typeof CreditHistory>
