import { comparing } from '../../eventstore/move/compare.ts'
import { onlyArgument, parsed } from '../platform/arguments.ts'
import { sourceAt } from './ends.ts'
import type { LogSubcommand } from './subcommand.ts'

/** Compares two logs. */
export const compare: LogSubcommand = {
  usage: 'URL|env:NAME|FILE [--from URL|env:NAME|FILE]',
  async run(args, context) {
    const { values, positionals } = parsed(args, { options: { from: { type: 'string' } }, allowPositionals: true })
    const to = onlyArgument(positionals, 'URL|FILE')
    const [source, target] = [await sourceAt(values.from, context), await sourceAt(to, context)]
    const progress = context.progress('comparing', source.share)
    const answer = await comparing(source, target).goOn(context.signal, progress.add)
    progress.end()
    return { answer, differs: !answer.isEqual }
  },
}
