import { tableHandler } from 'quill/modules/tableEmbed.js'
import QuillDelta from 'quill-delta'
import { type Ops, tableEmbed } from './text-ops.ts'

export * from './text-ops.ts'

/** A text, or a change of one, as Quill has it. Whatever imports it from here has tables registered, or they would not merge. */
export const Delta = QuillDelta.default
export type Delta = QuillDelta.default
Delta.registerEmbed(tableEmbed, tableHandler)

/** quill-delta writes into the list that it is given. */
export const delta = (ops: Ops): Delta => new Delta([...ops])
