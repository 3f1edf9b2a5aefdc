import type pg from 'pg'
import { billing } from '#domain/billing.ts'
import { credits } from '#domain/credits.ts'
import { users } from '#domain/users.ts'
import type { EventStore } from '#eventstore'
import { accountsView } from './accounts.ts'
import { applyAll } from './apply.ts'
import { type Compared, differences } from './compare.ts'
import { creditTransactionsView } from './credit-transactions.ts'
import { withClient } from './rebuild-site.ts'
import { stored } from './stored.ts'
import { subscriptionsView } from './subscriptions.ts'
import { tabled } from './tabled.ts'
import { stoppedViews } from './upkeep.ts'
import { walletsView } from './wallets.ts'

/** Views whose rows of an account are made by its own streams alone, with the column that names the account. */
const views = [
  { table: tabled(accountsView), column: 'id' },
  { table: tabled(walletsView), column: 'id' },
  { table: tabled(subscriptionsView), column: 'id' },
  { table: tabled(creditTransactionsView), column: 'userId' },
]
const categories = [users, credits, billing].map(({ category }) => category)

interface Options {
  store: Pick<EventStore, 'read'>
  postgres: pg.ClientConfig
}

/** An account's rows beside a replay of its streams, as of the same moment. Changes nothing. */
export const compareAccount = ({ store, postgres }: Options, userId: string): Promise<Compared[]> =>
  withClient(postgres, async (client, close) => {
    try {
      await client.query('begin isolation level repeatable read')
      const { rows } = await client.query<{ position: string }>('select position from checkpoint')
      const events = await eventsOf(store, userId, BigInt(rows[0]?.position ?? 0))
      const stopped = await stoppedViews(client)
      const compared: Compared[] = []
      for (const { table, column } of views) {
        const view = table.view.table
        if (stopped.has(view)) {
          compared.push({ view, error: 'It stands still: rebuild it.' })
          continue
        }
        // Temporary tables come first among names, and are gone with the connection.
        await client.query(`set local search_path to pg_temp, public; ${table.sql}`)
        await applyAll(client, table.view, events)
        const schema = await temporarySchema(client)
        compared.push({ view, ...(await differences(client, schema, `t."${column}" = '${userId}'`)) })
        await client.query('discard temp')
      }
      return compared
    } finally {
      await close()
    }
  })

/** All that the projector has taken of the account's streams, in the log's order. */
const eventsOf = async (store: Options['store'], userId: string, to: bigint) => {
  const streams = await Promise.all(categories.map((category) => store.read(`${category}-${userId}`)))
  return streams
    .flatMap(({ events }) => events.map(stored))
    .filter(({ position }) => position <= to)
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ event }) => event)
}

const temporarySchema = async (client: pg.Client) =>
  (await client.query<{ name: string }>('select nspname as name from pg_namespace where oid = pg_my_temp_schema()'))
    .rows[0]?.name ?? 'pg_temp'
