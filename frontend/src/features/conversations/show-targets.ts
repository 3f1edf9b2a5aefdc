import type { Op } from '#domain/text-ops.ts'
import { linkTarget } from '../../writing/reading/link-target.ts'

/** Puts the address behind the text of each link that leads out of this app, so that its target is read before it is followed. */
export const showTargets = (ops: readonly Op[]): Op[] =>
  ops.flatMap((op) => {
    const target = linkTarget(op.attributes?.link)
    const isElsewhere = target !== undefined && !target.startsWith('/') && target !== op.insert
    return isElsewhere ? [op, { insert: ` (${target})` }] : [op]
  })
