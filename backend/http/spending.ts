import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sessionOf } from './act.ts'
import type { Deps } from './deps.ts'

/** An id of the provider's, as it stands in its addresses. */
export const PaymentMethodId = z.string('Please choose a card').regex(/^[\w-]{3,255}$/, 'Please choose a card')

/** What asks the provider counts apart, by person: cards are tried out where it costs nothing. */
export const spending = ({ limits }: Pick<Deps, 'limits'>) => ({
  rateLimit: {
    max: limits.generation,
    keyGenerator: (request: FastifyRequest) => `billing ${sessionOf(request).userId}`,
  },
})
