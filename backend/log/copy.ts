import { CannotMove } from '../../eventstore/move/log.ts'
import { parsed, WrongUsage } from '../platform/arguments.ts'
import { isAddress, sourceAt, storeAt } from './ends.ts'
import { moving } from './moving.ts'
import type { LogSubcommand } from './subcommand.ts'

const options = { to: { type: 'string' }, from: { type: 'string' } } as const

/** Copies the log into another store. */
export const copy: LogSubcommand = {
  usage: '--to URL [--from URL|FILE]',
  async run(args, context) {
    const { to, from } = parsed(args, { options }).values
    if (to === undefined) throw new WrongUsage()
    if (!isAddress(to))
      throw new CannotMove('--to takes the address of an event store (esdb://…). Into a file the log is exported.')
    const [source, target] = [await sourceAt(from, context), storeAt(to, context)]
    return { answer: { written: await moving('copying', source, target, context) } }
  },
}
