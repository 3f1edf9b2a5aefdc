import type { PaidIds } from '#domain/ledger-payments.ts'
import { derivedId } from './ids.ts'

/** Derives the ids of grants from their invoice or payment, and those of take-backs from their refund or dispute. */
export const paidIds: PaidIds = {
  grant: (reference) => derivedId('paid', reference),
  refund: (id) => derivedId('taken back', 'refund', id),
  dispute: (id) => derivedId('taken back', 'dispute', id),
}
