import { can } from '#domain/rights.ts'
import { homeOf } from '../queries/texts/home.ts'
import { type Ask, accessTo, type Place, type Policy, viewerOf } from './policy.ts'
import type { ProblemCode } from './problems.ts'
import { readWith } from './snapshot.ts'

/** A text is seen and edited as what it belongs to: its lore, or its segment where that is for DMs alone. */
const mayToText = (ability: 'see' | 'edit', place: Place, sentence: string): Policy => ({
  sentence,
  who: 'signedIn',
  async may({ request, userId, pool }: Ask): Promise<ProblemCode | undefined> {
    const id = String(place(request))
    const [viewer, access, home] = await Promise.all([
      viewerOf(pool, userId),
      accessTo(pool, id),
      homeOf(readWith(pool), id),
    ])
    if (!home || !access || !can(viewer, 'see', access)) return 'text_not_found'
    return can(viewer, ability, access) ? undefined : 'forbidden'
  },
})

export const maySeeText = (place: Place) =>
  mayToText('see', place, 'Whoever may see the lore or segment that the text is of may, while it is not in the Trash.')
export const mayEditText = (place: Place) =>
  mayToText('edit', place, 'The owner of the lore that the text is of may, and the DMs of its campaign who may see it.')
