import { can, sentences } from '#domain/rights.ts'
import { accessTo, type Policy, param } from '../http/policy.ts'

/** The uploader of a recording and the DMs cancel and retry its transcription; other members who see it do not. */
export const mayEditRecording: Policy = {
  sentence: sentences.edit,
  who: 'signedIn',
  async may({ request, viewer, pool }) {
    const [who, access] = [await viewer(), await accessTo(pool, param('id')(request))]
    if (!access || !can(who, 'see', access)) return 'no_such_recording'
    return can(who, 'edit', access) ? undefined : 'forbidden'
  },
}
