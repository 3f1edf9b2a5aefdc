import { check as checkLog } from '../../eventstore/move/check.ts'
import { parsed } from '../platform/arguments.ts'
import { sourceAt } from './ends.ts'
import type { LogSubcommand } from './subcommand.ts'

/** Checks that a log is complete: in order, each stream from revision 0 without a gap, each id once. */
export const check: LogSubcommand = {
  usage: '[--from URL|env:NAME|FILE]',
  async run(args, context) {
    const { from } = parsed(args, { options: { from: { type: 'string' } } }).values
    const source = await sourceAt(from, context)
    const progress = context.progress('checking', source.share)
    const answer = await checkLog(source, context.signal, progress.add)
    progress.end()
    return { answer, differs: answer.broken.count + answer.repeated.count > 0 }
  },
}
