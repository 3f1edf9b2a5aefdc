import { isInPersonOnly } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import { accessTo, inPerson, memberOf, type Place, type Policy } from '../http/policy.ts'

/** A conversation is its member's alone: no DM, administrator or impersonator reads or continues it. */
export const ownsConversation = (place: Place): Policy => ({
  sentence: 'The member whose conversation it is may, in person, while they belong to the campaign.',
  who: 'signedIn',
  may: async ({ request, userId, viewer, pool }) => {
    const access = await accessTo(pool, place(request))
    const isOwn = access?.ownerId === userId && isInPersonOnly(access.channels) && can(await viewer(), 'see', access)
    return isOwn ? undefined : 'conversation_not_found'
  },
})

export const memberInPerson = (campaign: Place): Policy => ({
  sentence: 'Members of the campaign may, and nobody who acts as them.',
  who: 'signedIn',
  may: async (ask) => (await memberOf(campaign).may?.(ask)) ?? inPerson.may?.(ask),
})
