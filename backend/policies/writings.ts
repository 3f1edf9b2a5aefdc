import { isInPersonOnly } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import { accessTo, type Place, type Policy } from '../http/policy.ts'

/**
 * Only the user who requested a text may read or insert it; once inserted, it is read as part of the lore. Answers are refused here: they
 * are read in their conversation, which omits what is hidden from the user.
 */
export const mayReadWriting = (place: Place): Policy => ({
  sentence: 'Whoever asked for the text may.',
  who: 'signedIn',
  may: async ({ request, userId, viewer, pool }) => {
    const access = await accessTo(pool, place(request))
    const isOwn = access && access.ownerId === userId && can(await viewer(), 'see', access)
    const isAnswer = access && isInPersonOnly(access.channels)
    return isOwn && !isAnswer ? undefined : 'writing_not_found'
  },
})
