import { can } from '#domain/rights.ts'
import { accessTo, type Place, type Policy, viewerOf } from './policy.ts'

/** A text is its asker's alone until it stands in a page. */
export const mayReadWriting = (place: Place): Policy => ({
  sentence: 'Whoever asked for the text may.',
  who: 'signedIn',
  may: async ({ request, userId, pool }) => {
    const access = await accessTo(pool, place(request))
    return access && access.ownerId === userId && can(await viewerOf(pool, userId), 'see', access)
      ? undefined
      : 'writing_not_found'
  },
})
