import { tableHandler } from 'quill/modules/tableEmbed.js'
import QuillDelta from 'quill-delta'
import { type Ops, tableEmbed } from './text-ops.ts'

export * from './text-ops.ts'

/**
 * Quill's representation of a text, or of a change. This module registers tables, without which they would not merge.
 */
export const Delta = QuillDelta.default
export type Delta = QuillDelta.default
Delta.registerEmbed(tableEmbed, tableHandler)

/** Copies the list, since quill-delta modifies the one it is given. */
export const delta = (ops: Ops): Delta => new Delta([...ops])
