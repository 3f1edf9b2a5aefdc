import { codeOf, messageOf } from '../app/problem.ts'
import { PaymentProblem } from './card-desk.ts'
import { isUncertain } from './use-intention.ts'

export const ended = (sentence: string) => sentence.replace(/[^.!?]$/, '$&.')

/** What is told of something that went wrong with a payment; where nobody knows whether it was done, that trying again does no harm. */
export const paymentMessage = (error: unknown, otherwise: string): string => {
  const sentence = error instanceof PaymentProblem ? error.message : messageOf(error, otherwise)
  // Our server says it in its own words.
  const isTold = codeOf(error) === 'payments_unavailable'
  return isUncertain(error) && !isTold ? `${ended(sentence)} You can try again: nothing is charged twice.` : sentence
}
