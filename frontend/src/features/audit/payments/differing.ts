import type { PaymentsAnswer } from '#domain/ledger-answers.ts'

/** How many payments, or grants that nobody paid for, do not agree with the ledger. */
export const differing = ({ payments, unpaid }: Pick<PaymentsAnswer, 'payments' | 'unpaid'>): number =>
  payments.filter(({ result }) => result !== 'match').length + unpaid.length
