import { useLazyBillingConfigQuery } from '../data/billing.ts'
import { type CardDesk, PaymentProblem } from './card-desk.ts'
import { openDesk } from './open-desk.ts'

/** Opens this installation's card desk, once it is known which it is; fails with the sentence where it cannot. */
export const useDesk = (failure = 'Failed to setup payment form') => {
  const [ask] = useLazyBillingConfigQuery()
  return async (): Promise<CardDesk> => {
    try {
      return await openDesk(await ask(undefined, true).unwrap())
    } catch (error) {
      throw error instanceof PaymentProblem ? error : new PaymentProblem(failure)
    }
  }
}
