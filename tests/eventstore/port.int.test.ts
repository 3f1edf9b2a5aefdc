import { connectEventStore } from '../../eventstore/client.ts'
import { eventStoreContract } from './contract.ts'
import { freshEventStore, protectedEventStore } from './embedded.ts'

/** Connected to an embedded event store, which ends with the connection. */
const connectedTo = (embedded: { url: string; stop(): Promise<void> }, url = embedded.url) => {
  const store = connectEventStore(url)
  return {
    store,
    async close() {
      await store.close()
      await embedded.stop()
    },
  }
}

const variants = [
  ['over a socket', 'socket', {}],
  ['over tcp', 'tcp', {}],
  // As EventStoreDB does before 24.
  ['that throws out whoever is 32 events behind', 'socket', { liveLimit: 32 }],
] as const
for (const [which, over, rules] of variants) {
  eventStoreContract(`the embedded event store ${which}`, async () => {
    const embedded = await freshEventStore(over, rules)
    return connectedTo(embedded)
  })
}

eventStoreContract('the embedded event store over TLS, for one user', async () => {
  const embedded = await protectedEventStore()
  return connectedTo(embedded)
})

// Several addresses make the client library look for a leader, and append by itself: the lane goes to one server alone.
eventStoreContract('the embedded event store as a cluster of one', async () => {
  const embedded = await freshEventStore('tcp')
  const { host } = new URL(embedded.url)
  return connectedTo(embedded, `esdb://${host},${host}?tls=false`)
})

const url = process.env.EVENTSTORE_URL
if (url) {
  eventStoreContract('the event store at EVENTSTORE_URL', async () => {
    const store = connectEventStore(url)
    return { store, close: () => store.close() }
  })
}
