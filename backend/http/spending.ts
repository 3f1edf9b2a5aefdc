import { z } from 'zod'
import type { Deps } from './deps.ts'

/** An id of the payment provider. */
export const PaymentMethodId = z.string('Please choose a card').regex(/^[\w-]{3,255}$/, 'Please choose a card')

/** Rate limit of routes that call the payment provider, by account: otherwise stolen cards could be tested for free. */
export const spending = ({ limits }: Pick<Deps, 'limits'>) => ({ rateLimit: { max: limits.generation } })
