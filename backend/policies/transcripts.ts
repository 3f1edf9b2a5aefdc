import type { Viewer } from '#domain/access.ts'
import { can, sentences } from '#domain/rights.ts'
import { type Ask, accessTo, type Found, type Policy, param } from '../http/policy.ts'
import type { ProblemCode } from '../http/problems.ts'

const unseen = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  access && can(viewer, access.inTrash ? 'seeInTrash' : 'see', access) ? undefined : 'no_such_transcript'

const uneditable = (viewer: Viewer, access: Found | undefined): ProblemCode | undefined =>
  unseen(viewer, access) ?? (access && can(viewer, 'edit', access) ? undefined : 'forbidden')

const judged =
  (judge: typeof unseen) =>
  async ({ request, viewer, pool }: Ask) =>
    judge(await viewer(), await accessTo(pool, param('id')(request)))

export const maySeeTranscript: Policy = { sentence: sentences.see, who: 'signedIn', may: judged(unseen) }
export const mayEditTranscript: Policy = { sentence: sentences.edit, who: 'signedIn', may: judged(uneditable) }
