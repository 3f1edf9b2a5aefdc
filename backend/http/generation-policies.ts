import { generationOf } from '../queries/templates/generation-of.ts'
import type { Place, Policy } from './policy.ts'
import { reading } from './snapshot.ts'
import { uuid } from './uuid.ts'

const Uuid = uuid()

/** By its own id, or that of the lore that it becomes. */
export const ownsGeneration = (place: Place): Policy => ({
  sentence: 'Only who asked for it may.',
  who: 'signedIn',
  may: async ({ request, userId, pool }) =>
    (await generationOf(reading(pool), userId, Uuid.parse(place(request)))) ? undefined : 'generation_not_found',
})
