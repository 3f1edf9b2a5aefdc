import type { PaymentsAnswer } from '#domain/ledger-answers.ts'

/** How many payments, or grants that nobody paid for, do not agree with the ledger or with the provider; one that does with neither is one. */
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
