import { randomUUID } from 'node:crypto'
import type { NewEvent } from '../../eventstore/index.ts'
import { freshDatabase } from '../postgres.ts'
import { killableEventStore } from './killable.ts'

/** An event store over a database of its own; `restart` begins again on the same database and address. */
export async function freshEventStore(over: 'socket' | 'tcp' = 'socket') {
  const database = await freshDatabase()
  const store = await killableEventStore(database.options, over)
  return {
    ...store,
    /** Stops the process alone, as it is meant to be stopped. */
    stopChild: store.stop,
    async stop() {
      await store.stop()
      await database.drop()
    },
  }
}

export const freshStream = (category = 'test') => `${category}-${randomUUID()}`

/** An event that says which one it is. */
export const numbered = (n: number): NewEvent => ({
  id: randomUUID(),
  type: 'Numbered',
  data: { n },
  metadata: { actor: 'somebody' },
})

export const numbers = (count: number, from = 0): NewEvent[] =>
  Array.from({ length: count }, (_, i) => numbered(from + i))
