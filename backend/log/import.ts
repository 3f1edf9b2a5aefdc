import { fileSource } from '../../eventstore/move/file-source.ts'
import { onlyArgument, parsed } from '../platform/arguments.ts'
import { configured, targetAt } from './ends.ts'
import { moving } from './moving.ts'
import type { LogSubcommand } from './subcommand.ts'

/** Writes a file's events into a store, without `--to` the settings', which is empty or has the beginning of them. */
export const importLog: LogSubcommand = {
  usage: 'FILE|- [--to URL|env:NAME]',
  async run(args, context) {
    const { values, positionals } = parsed(args, { options: { to: { type: 'string' } }, allowPositionals: true })
    const file = onlyArgument(positionals, 'FILE')
    const { to } = values
    const target =
      to === undefined ? await configured(context, { alone: true, make: true }) : await targetAt(to, context)
    const written = await moving('importing', fileSource(file), target, context)
    context.print('Before you start Loreloom on it: npm run rebuild -- all')
    return { answer: { file, written } }
  },
}
