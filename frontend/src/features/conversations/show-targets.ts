import type { Op } from '#domain/text-ops.ts'
import { linkTarget } from '../../writing/reading/link-target.ts'

/** Appends the URL to the text of each link that leaves this app, so that the user sees the target before following it. */
export const showTargets = (ops: readonly Op[]): Op[] =>
  ops.flatMap((op) => {
    const target = linkTarget(op.attributes?.link)
    const isElsewhere = target !== undefined && !target.startsWith('/') && target !== op.insert
    return isElsewhere ? [op, { insert: ` (${target})` }] : [op]
  })
