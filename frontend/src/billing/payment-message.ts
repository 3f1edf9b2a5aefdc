import { codeOf, messageOf } from '../base/problem.ts'
import { PaymentProblem } from './card-payments.ts'
import { isUncertain } from './use-intention.ts'

export const withFullStop = (sentence: string) => sentence.replace(/[^.!?]$/, '$&.')

/** The message about a failed payment; if its outcome is uncertain, it adds that a retry is safe. */
export const paymentMessage = (error: unknown, otherwise: string): string => {
  const sentence = error instanceof PaymentProblem ? error.message : messageOf(error, otherwise)
  // The text of this error already says that a retry is safe.
  const isComplete = codeOf(error) === 'payments_unavailable'
  return isUncertain(error) && !isComplete
    ? `${withFullStop(sentence)} You can try again: nothing is charged twice.`
    : sentence
}
