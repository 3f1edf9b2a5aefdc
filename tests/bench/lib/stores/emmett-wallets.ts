import type { ReadEvent } from '@event-driven-io/emmett'
import { pongoSingleStreamProjection } from '@event-driven-io/emmett-postgresql'
import type pg from 'pg'
import { credits, type Wallet } from '#domain/credits.ts'
import { stateOf } from '#domain/decider.ts'
import { rebuildEmmett, type Told } from './emmett.ts'

/** Our rules of credits as emmett's projection: a document for each account. */
const projection = pongoSingleStreamProjection<Wallet & Record<string, unknown>, Told>({
  collectionName: 'wallets',
  canHandle: Object.keys(credits.events),
  evolve: (document: Wallet | null, event: ReadEvent<Told>) => ({
    ...stateOf({ ...credits, initial: document ?? credits.initial }, [event]),
  }),
})

export const rebuildEmmettWallets = (database: pg.ClientConfig): Promise<void> => rebuildEmmett(database, projection)

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
    evolve,
    initialState: () => credits.initial,
    read: { to: BigInt(to) },
  })
  return state
}
