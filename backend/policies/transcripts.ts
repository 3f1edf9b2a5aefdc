import type { Viewer } from '#domain/access.ts'
import { can, sentences } from '#domain/rights.ts'
import { type Ask, accessTo, type Found, type Policy, param } from '../http/policy.ts'
import type { ProblemCode } from '../http/problems.ts'

const refusalToSee = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  access && can(viewer, access.inTrash ? 'seeInTrash' : 'see', access) ? undefined : 'no_such_transcript'

const refusalToEdit = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  refusalToSee(viewer, access) ?? (access && can(viewer, 'edit', access) ? undefined : 'forbidden')

const refuseBy =
  (refusalOf: typeof refusalToSee) =>
  async ({ request, viewer, pool }: Ask) =>
    refusalOf(await viewer(), await accessTo(pool, param('id')(request)))

export const maySeeTranscript: Policy = { sentence: sentences.see, who: 'signedIn', may: refuseBy(refusalToSee) }
export const mayEditTranscript: Policy = { sentence: sentences.edit, who: 'signedIn', may: refuseBy(refusalToEdit) }
