import type { Viewer } from '#domain/access.ts'
import { type Ability, can, sentences } from '#domain/rights.ts'
import { type Ask, accessTo, type Found, type Place, type Policy } from '../http/policy.ts'
import type { ProblemCode } from '../http/problems.ts'

/** Policies of folders and lore. An omitted or null id passes. */

const about = async ({ request, viewer, pool }: Ask, place: Place, judge: Judge): Promise<ProblemCode | undefined> => {
  const id = place(request)
  if (id === undefined || id === null) return undefined
  return judge(await viewer(), await accessTo(pool, id))
}
type Judge = (viewer: Viewer, access: Found | undefined) => ProblemCode | undefined

const seesCollection = (viewer: Viewer, access: Found | undefined): access is Found =>
  access !== undefined && access.campaignId !== null && can(viewer, 'see', access)

/** `refusal` names the missing thing: the folder itself, or the target folder. */
export const maySeeCollection = (
  place: Place,
  refusal: 'collection_not_found' | 'parent_not_found' = 'collection_not_found',
): Policy => ({
  sentence: 'Whoever may see the folder may.',
  who: 'signedIn',
  may: (ask) => about(ask, place, (viewer, access) => (seesCollection(viewer, access) ? undefined : refusal)),
})

/** In the Trash, a folder exists only for its owner, who may repeat a request. */
const forbidden = ({ inTrash }: Found): ProblemCode => (inTrash ? 'collection_not_found' : 'collection_forbidden')

/** Abilities on a folder. */
type FolderAbility = Ability & ('arrange' | 'changeFolder' | 'deleteFolder' | 'restoreFolder')

export const mayToCollection = (ability: FolderAbility, place: Place): Policy => ({
  sentence: sentences[ability],
  who: 'signedIn',
  may: (ask) =>
    about(ask, place, (viewer, access) => {
      if (!seesCollection(viewer, access)) return 'collection_not_found'
      return can(viewer, ability, access) ? undefined : forbidden(access)
    }),
})

/**
 * Members of the campaign learn from mentions and links that hidden lore exists, so they get a 403; other users get a
 * 404.
 */
const seesConjuration: Judge = (viewer, access) => {
  if (access && can(viewer, 'see', access)) return undefined
  const isMember = access && can(viewer, 'enter', access)
  return isMember ? 'conjuration_forbidden' : 'conjuration_not_found'
}

export const maySeeConjuration = (place: Place): Policy => ({
  sentence: 'Whoever may see the lore may, while it is not in the Trash.',
  who: 'signedIn',
  may: (ask) =>
    about(ask, place, (viewer, access) => {
      const unseen = seesConjuration(viewer, access)
      return unseen ?? (access?.inTrash ? 'conjuration_not_found' : undefined)
    }),
})

export const uneditableConjuration: Judge = (viewer, access) =>
  seesConjuration(viewer, access) ?? (access && can(viewer, 'edit', access) ? undefined : 'conjuration_edit_forbidden')

export const mayEditConjuration = (place: Place): Policy => ({
  sentence: sentences.edit,
  who: 'signedIn',
  may: (ask) => about(ask, place, uneditableConjuration),
})

const unwritableConjuration: Judge = (viewer, access) =>
  seesConjuration(viewer, access) ?? (access && can(viewer, 'write', access) ? undefined : 'conjuration_edit_forbidden')

export const mayWriteConjuration = (place: Place): Policy => ({
  sentence: sentences.write,
  who: 'signedIn',
  may: (ask) => about(ask, place, unwritableConjuration),
})

export const unmovableConjuration: Judge = (viewer, access) =>
  uneditableConjuration(viewer, access) ??
  (access && can(viewer, 'moveToCampaign', access) ? undefined : 'conjuration_move_forbidden')

export const mayMoveConjuration = (place: Place): Policy => ({
  sentence: sentences.moveToCampaign,
  who: 'signedIn',
  may: (ask) => about(ask, place, unmovableConjuration),
})

export const maySeeOperation = (place: Place): Policy => ({
  sentence: sentences.seeOperation,
  who: 'signedIn',
  may: (ask) =>
    about(ask, place, (viewer, access) =>
      access && can(viewer, 'seeOperation', access) ? undefined : 'operation_missing',
    ),
})

export const ownsOperation = (place: Place): Policy => ({
  sentence: sentences.undo,
  who: 'signedIn',
  may: (ask) =>
    about(ask, place, (viewer, access) => {
      if (access && can(viewer, 'seeOperation', access)) return can(viewer, 'undo', access) ? undefined : 'forbidden'
      // The notice of the operation still offers Undo to the user who began it.
      return access?.ownerId === viewer.userId ? 'operation_campaign_gone' : 'operation_missing'
    }),
})

/** Applies a policy only if the request names a thing at this place. */
export const whenGiven = (place: Place, policy: Policy): Policy => ({
  ...policy,
  async may(ask) {
    const id = place(ask.request)
    return id === undefined || id === null ? undefined : policy.may?.(ask)
  },
})

/** Combines policies: the first refusal applies. */
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
