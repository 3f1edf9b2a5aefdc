import type pg from 'pg'
import type { EventStore, RecordedEvent } from '#eventstore'
import { auditedEvents, chainEnd, linking } from './links.ts'
import { readUntil } from './read-until.ts'
import { inTransaction, withClient } from './rebuild-site.ts'

interface TakingIn {
  store: EventStore
  postgres: pg.ClientConfig
  signal: AbortSignal
}

/**
 * Backfills the audit chain for events that predate it, concurrently with the projector, which continues the chain from
 * there. Runs once per installation; further calls do nothing. Returns the number of events read.
 */
export const backfillChain = ({ store, postgres, signal }: TakingIn): Promise<number> =>
  withClient(postgres, async (client, close) => {
    const checkpoint = async (lock = '') =>
      BigInt(
        (await client.query<{ position: string }>(`select position from checkpoint ${lock}`)).rows[0]?.position ?? 0,
      )
    let { takenTo: at } = await chainEnd(client, [])
    let read = 0
    const append = async (events: readonly RecordedEvent[], position: bigint) => {
      const toLink = auditedEvents(events)
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
      // Links the remaining events while the projector waits, so that it continues exactly at this end.
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
