import { type Access, maySee, type Viewer } from '#domain/access.ts'
import { type Ask, accessTo, mayEdit, type Place, type Policy, viewerOf } from './policy.ts'
import type { ProblemCode } from './problems.ts'

/** Policies about folders and lore. An id that a request leaves out, or gives as null, asks for nothing. */

const about = async ({ request, userId, pool }: Ask, place: Place, judge: Judge): Promise<ProblemCode | undefined> => {
  const id = place(request)
  if (id === undefined || id === null) return undefined
  const viewer = await viewerOf(pool, userId)
  const access = await accessTo(pool, id)
  return judge(viewer, access)
}
type Judge = (viewer: Viewer, access: Access | undefined) => ProblemCode | undefined

/** A tree belongs to its campaign: whoever leaves that has no part in it any more, their own folders included. */
const inCampaign = ({ roles }: Viewer, { campaignId }: Access) => campaignId !== null && roles[campaignId] !== undefined

const seesFolder = (viewer: Viewer, access: Access | undefined): access is Access =>
  access !== undefined && inCampaign(viewer, access) && maySee(viewer, access)

/** `refusal` says what is missing: the folder itself, or the one to put something in. */
export const maySeeCollection = (
  place: Place,
  refusal: 'collection_not_found' | 'parent_not_found' = 'collection_not_found',
): Policy => ({
  sentence: 'Whoever may see the folder may.',
  who: 'signedIn',
  may: (ask) => about(ask, place, (viewer, access) => (seesFolder(viewer, access) ? undefined : refusal)),
})

export const ownsCollection = (place: Place): Policy => ({
  sentence: 'Only the owner of the folder may.',
  who: 'signedIn',
  may: (ask) =>
    about(ask, place, (viewer, access) => {
      if (!seesFolder(viewer, access)) return 'collection_not_found'
      return access.ownerId === viewer.userId ? undefined : 'collection_forbidden'
    }),
})

/** Members of its campaign know that lore exists which they may not see, from mentions and links; nobody else does. */
const seesLore: Judge = (viewer, access) => {
  if (access && maySee(viewer, access)) return undefined
  return access && inCampaign(viewer, access) ? 'conjuration_forbidden' : 'conjuration_not_found'
}

/** Lore is edited by its owner, and by the DMs of its campaign who may see it. */
export const mayEditLoreOf = (viewer: Viewer, access: Access): boolean =>
  maySee(viewer, access) && mayEdit(viewer, access)

export const maySeeLore = (place: Place): Policy => ({
  sentence: 'Whoever may see the lore may.',
  who: 'signedIn',
  may: (ask) => about(ask, place, seesLore),
})

export const mayEditLore = (place: Place): Policy => ({
  sentence: "The lore's owner may, and the DMs of its campaign who may see it.",
  who: 'signedIn',
  may: (ask) =>
    about(ask, place, (viewer, access) => {
      const unseen = seesLore(viewer, access)
      return unseen ?? (access && mayEditLoreOf(viewer, access) ? undefined : 'conjuration_edit_forbidden')
    }),
})

/** Asked only where a request names something there. */
export const whenGiven = (place: Place, policy: Policy): Policy => ({
  ...policy,
  async may(ask) {
    const id = place(ask.request)
    return id === undefined || id === null ? undefined : policy.may?.(ask)
  },
})

/** All of them must agree; the first that does not says why. */
export const every = (...policies: readonly Policy[]): Policy => ({
  sentence: policies.map(({ sentence }) => sentence).join(' '),
  who: 'signedIn',
  async may(ask) {
    for (const policy of policies) {
      const refusal = await policy.may?.(ask)
      if (refusal) return refusal
    }
    return undefined
  },
})
