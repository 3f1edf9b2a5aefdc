import { z } from 'zod'
import { body, memberOf, type Policy, param } from '../../http/policy.ts'
import { uuid } from '../../http/uuid.ts'
import { maySeeCollection } from '../../policies/items.ts'

/** The id of a folder, or `root` for the root of the campaign that the body names. */
export const collectionOrRoot = z.union([z.literal('root'), uuid()])

const place = param('id')
const inFolder = maySeeCollection(place)
const atRoot = memberOf(body('campaignId'))

export const mayWriteIn: Policy = {
  sentence: 'Whoever may see the folder may; at the root, members of the campaign.',
  who: 'signedIn',
  may: async (ask) => (place(ask.request) === 'root' ? atRoot : inFolder).may?.(ask),
}
