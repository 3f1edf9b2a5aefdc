import { fileTarget } from '../../eventstore/move/file-target.ts'
import { onlyArgument, parsed } from '../platform/arguments.ts'
import { sourceAt } from './ends.ts'
import { moving } from './moving.ts'
import type { LogSubcommand } from './subcommand.ts'

/** Writes the log into a file, compressed by its name's ending (`.gz`, `.zst`), or to the standard output (`-`). */
export const exportLog: LogSubcommand = {
  usage: 'FILE|- [--from URL|env:NAME|FILE]',
  async run(args, context) {
    const { values, positionals } = parsed(args, { options: { from: { type: 'string' } }, allowPositionals: true })
    const file = onlyArgument(positionals, 'FILE')
    const [source, target] = [await sourceAt(values.from, context), fileTarget(file)]
    context.stopping.add(target.name, target.close)
    const written = await moving('exporting', source, target, context)
    context.print(
      'These are the events alone. Accounts and passwords, keys of what people wrote, mail and files are not in them: `npm run backup` takes all of it.',
    )
    return { answer: { file, written, ...target.digest() }, isPiped: file === '-' }
  },
}
