import { sentences } from '#domain/rights.ts'
import type { Place, Policy } from '../http/policy.ts'
import { reading } from '../http/snapshot.ts'
import { uuid } from '../http/uuid.ts'
import { libraryOf, visibleTemplate } from '../queries/templates/visible.ts'

const Uuid = uuid()

/** Templates beyond the plan's limit are hidden even from their owner, until the plan includes them. */
export const maySeeTemplate = (place: Place): Policy => ({
  sentence: sentences.seeTemplate,
  who: 'signedIn',
  async may({ request, userId, pool }) {
    const read = reading(pool)
    const id = Uuid.parse(place(request))
    if (await visibleTemplate(read, await libraryOf(read, userId), id)) return undefined
    const own = await read('select from templates where id = $1 and "userId" = $2 and "deletedAt" is null', [
      id,
      userId,
    ])
    return own.length > 0 ? 'template_hidden' : 'template_not_found'
  },
})

/** Checks ownership before the plan's limits. */
export const ownsTemplate = (place: Place): Policy => ({
  sentence: sentences.changeTemplate,
  who: 'signedIn',
  async may({ request, userId, pool }) {
    const read = reading(pool)
    const id = Uuid.parse(place(request))
    const own = await read('select from templates where id = $1 and "userId" = $2', [id, userId])
    if (own.length > 0) return undefined
    return (await visibleTemplate(read, await libraryOf(read, userId), id))
      ? 'template_forbidden'
      : 'template_not_found'
  },
})
