import type { Place, Policy } from '../http/policy.ts'
import { reading } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { generationOf } from '../queries/templates/generation-of.ts'

const Uuid = uuid()

/** Finds the generation by its own id, or by that of the resulting lore. */
export const ownsGeneration = (place: Place): Policy => ({
  sentence: 'Only who asked for it may.',
  who: 'signedIn',
  may: async ({ request, userId, pool }) =>
    (await generationOf(reading(pool), userId, Uuid.parse(place(request)))) ? undefined : 'generation_not_found',
})
