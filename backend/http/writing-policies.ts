import { can } from '#domain/rights.ts'
import { accessTo, type Place, type Policy } from './policy.ts'

/** A text is its asker's alone until it stands in a page. */
export const mayReadWriting = (place: Place): Policy => ({
  sentence: 'Whoever asked for the text may.',
  who: 'signedIn',
  may: async ({ request, userId, viewer, pool }) => {
    const access = await accessTo(pool, place(request))
    return access && access.ownerId === userId && can(await viewer(), 'see', access) ? undefined : 'writing_not_found'
  },
})
