import type { Source } from '../../eventstore/move/log.ts'
import { CannotMove } from '../../eventstore/move/log.ts'
import type { StoreLog } from '../../eventstore/move/store-log.ts'
import { parsed, WrongUsage } from '../platform/arguments.ts'
import { installedLog } from '../storage.ts'
import { isAddress, isSameAddress, isSameStore, sourceAt, storeAt, targetAt, withoutPassword } from './ends.ts'
import { follow } from './follow.ts'
import { moving } from './moving.ts'
import type { LogContext, LogSubcommand } from './subcommand.ts'

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  follow: { type: 'boolean', default: false },
} as const

/** Copies the log into another store; with `--follow`, continuously until the operator ends it. */
export const copy: LogSubcommand = {
  usage: '--to URL|env:NAME [--from URL|env:NAME|FILE] [--follow]',
  async run(args, context) {
    const { to, from, follow: isFollowed } = parsed(args, { options }).values
    if (to === undefined) throw new WrongUsage('--to is missing.')
    if (!isAddress(to))
      throw new CannotMove('--to takes the address of an event store (esdb://…). Into a file the log is exported.')
    if (isFollowed) return following(to, from, context)
    if (from !== undefined && isAddress(from) && isSameAddress(from, to)) throw oneStore()
    const [source, target] = [await sourceAt(from, context), await targetAt(to, context)]
    await refuseOneStore(source, target)
    return { answer: { written: await moving('copying', source, target, context) } }
  },
}

const following = async (to: string, from: string | undefined, context: LogContext) => {
  if (from !== undefined && !isAddress(from)) throw new CannotMove('A file cannot be followed: nobody writes to it.')
  const { config, stopping, print } = context
  const { url, isAlone } = from === undefined ? await installedLog(config, stopping) : { url: from, isAlone: true }
  if (isSameAddress(url, to)) throw oneStore()
  const ends = { source: storeAt(url, context), target: await targetAt(to, context), sourceUrl: url, isAlone }
  await refuseOneStore(ends.source, ends.target)
  const answer = await follow(ends, context)
  if (answer.isEqual) print(whatNext(withoutPassword(to), config.eventStoreUrl))
  return { answer, differs: !answer.isEqual }
}

const oneStore = () => new CannotMove('--from and --to are the same event store: name another one by --to.')

const refuseOneStore = async (source: Source, target: StoreLog) => {
  if ('origin' in source && (await isSameStore(source as StoreLog, target))) throw oneStore()
}

const whatNext = (to: string, before: string | undefined) =>
  `Both logs are the same. Now, for every process:
  1. EVENTSTORE_URL=${to}
  2. npm run rebuild -- all
  3. start Loreloom
The way back, until somebody has written: ${before === undefined ? 'EVENTSTORE_URL unset' : `EVENTSTORE_URL=${withoutPassword(before)}`}, npm run rebuild -- all, start.`
