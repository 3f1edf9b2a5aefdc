import { z } from 'zod'
import type { Deps } from './deps.ts'

/** An id of the payment provider. */
export const PaymentMethodId = z.string('Please choose a card').regex(/^[\w-]{3,255}$/, 'Please choose a card')

/** Limit of each route that calls the payment provider, by account: otherwise cards could be tried out at no cost. */
export const spending = ({ limits }: Pick<Deps, 'limits'>) => ({ rateLimit: { max: limits.generation } })
