import { z } from 'zod'
import type { Deps } from './deps.ts'

/** Ids of the payment provider. */
export const PaymentId = z.string().regex(/^[\w-]{3,255}$/, 'This is not the id of a payment')
export const PaymentMethodId = z.string('Please choose a card').regex(/^[\w-]{3,255}$/, 'Please choose a card')

/** Rate limit of routes that call the payment provider, by account: otherwise stolen cards could be tested for free. */
export const spending = ({ limits }: Pick<Deps, 'limits'>) => ({ rateLimit: { max: limits.generation } })
