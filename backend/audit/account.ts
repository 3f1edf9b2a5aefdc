import { reading } from '../http/snapshot.ts'
import { onlyArgument, parsed, WrongUsage } from '../platform/arguments.ts'
import { accountAt } from '../queries/audit/account-past.ts'
import { accountRow } from '../queries/audit/account-rows.ts'
import { momentOf, Position } from '../queries/audit/moment-query.ts'
import { pastStreams } from '../queries/audit/past-streams.ts'
import { accountId } from './account-id.ts'
import { timeOf } from './period.ts'
import type { AuditContext, Subcommand } from './subcommand.ts'

const options = { at: { type: 'string' }, position: { type: 'string' } } as const

/**
 * Reports an account as of a moment, as the audit screens do. The operator has access to the whole log anyway, so no inspection
 * is recorded.
 */
export const account = {
  usage: '<id|email> [--at <time> | --position <position>]',
  async run(args: readonly string[], { pool, store }: Pick<AuditContext, 'pool' | 'store'>) {
    const { values, positionals } = parsed(args, { options, allowPositionals: true })
    const given = onlyArgument(positionals, '<id|email>')
    const { success, data: position } = Position.optional().safeParse(values.position)
    if (!success) throw new WrongUsage('--position takes a position of the log.')
    const at = timeOf(values.at)
    const [read, id, now] = [reading(pool), await accountId({ pool, store }, given), Date.now()]
    const moment = await momentOf(read, { position, at }, now)
    const state = await accountAt(read, pastStreams(store), id, moment)
    const row = await accountRow(read, id, new Date(now))
    return { answer: { account: row ?? { id }, position: String(moment.position), at: moment.at, state } }
  },
} satisfies Subcommand
