import { amountsAfter } from '#domain/ledger-pages.ts'
import { paymentsOf } from '#domain/ledger-payments.ts'
import { sumsOf } from '#domain/ledger-sums.ts'
import { paidIds } from '../commands/paid-ids.ts'
import { reading } from '../http/snapshot.ts'
import { onlyArgument, parsed } from '../platform/arguments.ts'
import { entryAt } from '../queries/audit/moment.ts'
import { allIn, ledgerReader } from '../queries/audit/recorded.ts'
import { accountId } from './account-id.ts'
import { timeOf } from './period.ts'
import type { AuditContext, Subcommand } from './subcommand.ts'

const options = { at: { type: 'string' } } as const

/** Reports the ledger of an account as of a time, with sums, checks and payments. Exits with 1 if anything does not add up. */
export const ledger = {
  usage: '<id|email> [--at <time>]',
  async run(args: readonly string[], { pool, store }: Pick<AuditContext, 'pool' | 'store'>) {
    const { values, positionals } = parsed(args, { options, allowPositionals: true })
    const account = onlyArgument(positionals, '<id|email>')
    const at = timeOf(values.at)
    const id = await accountId({ pool, store }, account)
    const { events, ledger } = await ledgerReader(store)(id)
    const entry = await entryAt(reading(pool), ledger.entries, { at })
    const entries = ledger.entries.slice(0, entry)
    const { total, lines, checks } = sumsOf(events, { from: 0, to: entry, by: 'source' })
    const billed = await allIn(store, `billing-${id}`)
    const paid = paymentsOf(billed.slice(0, await entryAt(reading(pool), billed, { at })), entries, paidIds)
    const isRight =
      [total, ...lines].every(({ unaccounted }) => unaccounted === 0) &&
      checks.every(({ broken }) => broken.length === 0) &&
      paid.payments.every(({ result }) => result === 'match')
    const now = amountsAfter(entries, entry)
    return { answer: { account: id, at, now, total, bySource: lines, checks, ...paid, entries }, differs: !isRight }
  },
} satisfies Subcommand
