import type pg from 'pg'
import type { Viewer } from '#domain/access.ts'
import { can, sentences } from '#domain/rights.ts'
import { type Ask, accessTo, type Found, type Place, type Policy, uneditableImage } from '../http/policy.ts'
import type { ProblemCode } from '../http/problems.ts'
import { readWith } from '../http/snapshot.ts'

/** A segment with a flag if it or its lore is in the Trash. */
const segmentWith = async (pool: pg.Pool, id: unknown): Promise<Found | undefined> => {
  const access = await accessTo(pool, id)
  if (!access) return undefined
  const [segment] = await readWith(pool)<{ inTrash: boolean }>(
    `select s."deletedAt" is not null or l."deletedAt" is not null as "inTrash"
       from segments s join conjurations l on l.id = s."conjurationId" where s.id = $1`,
    [access.id],
  )
  return segment && { ...access, ...segment }
}

type Judge = (viewer: Viewer, access: Found | undefined) => ProblemCode | undefined

const about = async ({ request, viewer, pool }: Ask, place: Place, judge: Judge) =>
  judge(await viewer(), await segmentWith(pool, place(request)))

/** Hides the existence of segments that only DMs see. */
const unseen: Judge = (viewer, access) =>
  access && !access.inTrash && can(viewer, 'see', access) ? undefined : 'segment_not_found'

export const maySeeSegment = (place: Place): Policy => ({
  sentence:
    'Whoever may see the content may: who sees the lore, or its DMs and owner alone. Not while it is in the Trash.',
  who: 'signedIn',
  may: (ask) => about(ask, place, unseen),
})

export const mayWriteSegment = (place: Place): Policy => ({
  sentence: sentences.write,
  who: 'signedIn',
  may: (ask) =>
    about(ask, place, (viewer, access) => {
      const refusal = unseen(viewer, access)
      return refusal ?? (access && can(viewer, 'write', access) ? undefined : 'conjuration_edit_forbidden')
    }),
})

/** In the Trash, it exists only for users who may restore it. */
export const mayDeleteSegment = (place: Place): Policy => ({
  sentence: sentences.write,
  who: 'signedIn',
  may: (ask) =>
    about(ask, place, (viewer, access) => {
      if (!access || !can(viewer, 'see', access)) return 'segment_not_found'
      if (can(viewer, 'write', access)) return undefined
      return access.inTrash ? 'segment_not_found' : 'conjuration_edit_forbidden'
    }),
})

/** Permits adding a picture that the requester may edit. */
export const mayUseImage = (place: Place): Policy => ({
  sentence: 'Whoever may edit the picture may.',
  who: 'signedIn',
  may: async ({ request, viewer, pool }) => {
    const access = await accessTo(pool, place(request))
    return uneditableImage(await viewer(), access) ?? (access?.inTrash ? 'image_not_found' : undefined)
  },
})
