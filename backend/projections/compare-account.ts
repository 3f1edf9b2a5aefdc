import type pg from 'pg'
import {
  type AccountReplay,
  type AccountViewName,
  accountViews,
  type ComparedView,
} from '#domain/audit-replay-answers.ts'
import { billing } from '#domain/billing.ts'
import { credits } from '#domain/credits.ts'
import { users } from '#domain/users.ts'
import type { EventStore } from '#eventstore'
import { accountsView } from './accounts.ts'
import { applyAll } from './apply.ts'
import { differences, standsStill } from './compare.ts'
import { creditTransactionsView } from './credit-transactions.ts'
import { stored } from './stored.ts'
import { subscriptionsView } from './subscriptions.ts'
import { tabled } from './tabled.ts'
import { stoppedViews } from './upkeep.ts'
import { walletsView } from './wallets.ts'

/** Tables with the column that holds the account's id. */
const tables = {
  accounts: { table: tabled(accountsView), column: 'id' },
  wallets: { table: tabled(walletsView), column: 'id' },
  subscriptions: { table: tabled(subscriptionsView), column: 'id' },
  credit_transactions: { table: tabled(creditTransactionsView), column: 'userId' },
} satisfies Record<AccountViewName, unknown>
/** Replayed one after another: once the account exists, no column of these views is written by two categories. */
const categories = [users, credits, billing].map(({ category }) => category)
const page = 1000

interface Options {
  store: Pick<EventStore, 'read'>
  pool: pg.Pool
}

/** Compares an account's rows with a replay of its streams, as of the same moment. Changes nothing. */
export const compareAccount = async (
  { store, pool }: Options,
  userId: string,
  names: readonly AccountViewName[] = accountViews,
): Promise<AccountReplay> => {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const { rows } = await client.query<{ position: string }>('select position from checkpoint')
    const position = rows[0]?.position ?? '0'
    const stopped = await stoppedViews(client)
    const requested = names.map((name) => tables[name])
    const running = requested.filter(({ table }) => !stopped.has(table.view.table))
    // Temporary tables take precedence in the search path and end with the transaction.
    await client.query('set local search_path to pg_temp, public')
    for (const { table } of running) await client.query(table.sql)
    for (const category of categories)
      for await (const events of eventsOf(store, `${category}-${userId}`, BigInt(position)))
        for (const { table } of running) await applyAll(client, table.view, events)

    const views: ComparedView[] = []
    for (const { table, column } of requested) {
      const view = table.view.table
      if (stopped.has(view)) views.push({ view, error: standsStill })
      else views.push({ view, ...(await differences(client, 'pg_temp', [view], { column, is: userId })) })
    }
    return { position, views }
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

/** Events of a stream that the projector has applied. */
async function* eventsOf(store: Options['store'], stream: string, to: bigint) {
  for (let from = 0n; ; from += BigInt(page)) {
    const { events } = await store.read(stream, { from, limit: page, pageOnly: true })
    const taken = events.map(stored).filter(({ position }) => position <= to)
    yield taken.map(({ event }) => event)
    if (taken.length < page) return
  }
}
