import { randomUUID } from 'node:crypto'
import type { ReadEvent } from '@event-driven-io/emmett'
import { pongoSingleStreamProjection, rebuildPostgreSQLProjections } from '@event-driven-io/emmett-postgresql'
import type pg from 'pg'
import { credits, type Wallet } from '#domain/credits.ts'
import { stateOf } from '#domain/decider.ts'
import { connectionString } from './emmett.ts'

type Told = { type: string; data: Record<string, unknown>; metadata: Record<string, unknown> }

/** Our rules of credits as emmett's projection: a document for each account. */
const projection = pongoSingleStreamProjection<Wallet & Record<string, unknown>, Told>({
  collectionName: 'wallets',
  canHandle: Object.keys(credits.events),
  evolve: (document: Wallet | null, event: ReadEvent<Told>) => ({
    ...stateOf({ ...credits, initial: document ?? credits.initial }, [event]),
  }),
})

/** From all events there are, in batches of a thousand and without a rest between them; under a new name, as a known one goes on where it ended. */
export async function rebuildEmmettWallets(database: pg.ClientConfig): Promise<void> {
  const consumer = rebuildPostgreSQLProjections({
    connectionString: connectionString(database),
    projections: [{ projection, processorId: randomUUID(), truncateOnStart: true }],
    pulling: { batchSize: 1000, pullingFrequencyInMs: 0 },
  })
  try {
    await consumer.start()
  } finally {
    await consumer.close()
  }
}

/** A stream as its state after so many events, as emmett's own stores have it. */
export const emmettStateOf = async (
  {
    store,
  }: {
    store: {
      aggregateStream(
        stream: string,
        options: { evolve: (state: Wallet, event: Told) => Wallet; initialState: () => Wallet; read: { to: bigint } },
      ): Promise<{ state: Wallet }>
    }
  },
  stream: string,
  to: number,
): Promise<Wallet> => {
  const evolve = (state: Wallet, event: Told): Wallet => stateOf({ ...credits, initial: state }, [event])
  const { state } = await store.aggregateStream(stream, {
    ...{ evolve, initialState: () => credits.initial, read: { to: BigInt(to) } },
  })
  return state
}
