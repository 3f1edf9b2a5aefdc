import { fileSource } from '../../eventstore/move/file-source.ts'
import { parsed, WrongUsage } from '../platform/arguments.ts'
import { configured } from './ends.ts'
import { moving } from './moving.ts'
import type { LogSubcommand } from './subcommand.ts'

/** Writes a file's events into the settings' store, which is empty or has the beginning of them. */
export const importLog: LogSubcommand = {
  usage: 'FILE|-',
  async run(args, context) {
    const { positionals } = parsed(args, { allowPositionals: true })
    const [file] = positionals
    if (file === undefined || positionals.length > 1) throw new WrongUsage()
    const target = await configured(context, { alone: true, make: true })
    const written = await moving('importing', fileSource(file), target, context)
    context.tell('Before you start Loreloom on it: npm run rebuild -- all')
    return { answer: { file, written } }
  },
}
