import type { PaymentsAnswer } from '#domain/ledger-answers.ts'

/**
 * Returns the number of payments that differ from the ledger or the provider, and of grants without a payment. A payment
 * that differs from both counts once.
 */
export const differing = ({
  payments,
  unpaid,
  differences,
}: Pick<PaymentsAnswer, 'payments' | 'unpaid' | 'differences'>) =>
  new Set([
    ...payments.filter(({ result }) => result !== 'match').map(({ reference }) => reference),
    ...unpaid.map(({ eventId }) => eventId),
    ...differences.filter(({ mended, settledAt }) => !mended && settledAt === null).map(({ reference }) => reference),
  ]).size
