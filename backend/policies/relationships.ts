import { can, sentences } from '#domain/rights.ts'
import { accessesTo, accessTo, type Place, type Policy } from '../http/policy.ts'
import { readWith } from '../http/snapshot.ts'

/** The ends of a link, which decide its visibility. */
const endsOf = 'select x.end from access a, unnest(array[a."sameAs", a."andSameAs"]) x("end") where a.id = $1'

/** Permits changing or removing a link; it does not exist for any user while one of its ends lies in the Trash. */
export const mayChangeRelationship = (place: Place): Policy => ({
  sentence: sentences.changeLink,
  who: 'signedIn',
  async may({ request, viewer: loadViewer, pool }) {
    const id = place(request)
    const [viewer, link] = await Promise.all([loadViewer(), accessTo(pool, id)])
    if (!link || !can(viewer, 'see', link)) return 'relationship_not_found'
    const named = await readWith(pool)<{ end: string | null }>(endsOf, [link.id])
    const ends = await accessesTo(
      pool,
      named.flatMap(({ end }) => end ?? []),
    )
    if (ends.length !== 2 || ends.some(({ inTrash }) => inTrash)) return 'relationship_not_found'
    return can(viewer, 'changeLink', { ends }) ? undefined : 'relationship_forbidden'
  },
})
