import type { PaidIds } from '#domain/ledger-payments.ts'
import { derivedId } from './ids.ts'

/** A grant is named after the invoice or the payment that it was paid with, what is taken back after its refund or dispute. */
export const paidIds: PaidIds = {
  grant: (reference) => derivedId('paid', reference),
  refund: (id) => derivedId('taken back', 'refund', id),
  dispute: (id) => derivedId('taken back', 'dispute', id),
}
