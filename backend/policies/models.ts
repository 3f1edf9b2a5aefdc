import type { Viewer } from '#domain/access.ts'
import { can, sentences } from '#domain/rights.ts'
import { type Ask, accessTo, type Found, type Policy, param } from '../http/policy.ts'
import type { ProblemCode } from '../http/problems.ts'

const unseenModel = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  access && can(viewer, access.inTrash ? 'seeInTrash' : 'see', access) ? undefined : 'no_such_model'

export const uneditableModel = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  unseenModel(viewer, access) ?? (access && can(viewer, 'edit', access) ? undefined : 'forbidden')

export const unmovableModel = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  uneditableModel(viewer, access) ??
  (access && can(viewer, 'moveToCampaign', access) ? undefined : 'model_move_forbidden')

const judged =
  (judge: (viewer: Viewer, access: Found | undefined) => ProblemCode | undefined) =>
  async ({ request, viewer, pool }: Ask) =>
    judge(await viewer(), await accessTo(pool, param('id')(request)))

export const maySeeModel: Policy = {
  sentence:
    "The model's owner may, and whoever sees its lore; without lore, and in the Trash, the DMs of its campaign.",
  who: 'signedIn',
  may: judged(unseenModel),
}

export const mayEditModel: Policy = { sentence: sentences.edit, who: 'signedIn', may: judged(uneditableModel) }
