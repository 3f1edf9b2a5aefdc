import type pg from 'pg'
import type { EventStore, RecordedEvent } from '#eventstore'
import { chainEnd, chained, linking } from './links.ts'
import { readUntil } from './read-until.ts'
import { inTransaction, withClient } from './rebuild-site.ts'

interface TakingIn {
  store: EventStore
  postgres: pg.ClientConfig
  signal: AbortSignal
}

/**
 * Links the log of before there was a chain, beside a projector that runs; from then on that goes on with it. Once in the life of an
 * installation: afterwards it does nothing. Answers how many events were read.
 */
export const takeIn = ({ store, postgres, signal }: TakingIn): Promise<number> =>
  withClient(postgres, async (client, close) => {
    const checkpoint = async (lock = '') =>
      BigInt(
        (await client.query<{ position: string }>(`select position from checkpoint ${lock}`)).rows[0]?.position ?? 0,
      )
    let { takenTo: at } = await chainEnd(client, [])
    let read = 0
    const append = async (events: readonly RecordedEvent[], position: bigint) => {
      const toLink = chained(events)
      const links = linking(await chainEnd(client, toLink), toLink)
      if (links) await client.query(links)
      await client.query('update audit.chain set "takenTo" = $1', [position])
      at = position
      read += events.length
    }
    const take = async (events: readonly RecordedEvent[], position: bigint) => {
      await inTransaction(client, () => append(events, position))
      return true
    }
    try {
      if (at === null) return 0
      await readUntil(store, at, await checkpoint(), signal, take)
      // What came meanwhile, while the projector waits: so it goes on exactly where this ends.
      await inTransaction(client, async () => {
        const end = await checkpoint('for update')
        await readUntil(store, at ?? 0n, end, signal, (events, position) => append(events, position).then(() => true))
        await client.query('update audit.chain set "takenTo" = null')
      })
      return read
    } finally {
      await close()
    }
  })
