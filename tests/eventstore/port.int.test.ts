import { connectEventStore } from '../../eventstore/client.ts'
import { eventStoreContract } from './contract.ts'
import { freshEventStore } from './embedded.ts'

for (const over of ['socket', 'tcp'] as const) {
  eventStoreContract(`the embedded event store over ${over}`, async () => {
    const embedded = await freshEventStore(over)
    const store = connectEventStore(embedded)
    return {
      store,
      async close() {
        await store.close()
        await embedded.stop()
      },
    }
  })
}

const url = process.env.EVENTSTORE_URL
if (url) {
  eventStoreContract('the event store at EVENTSTORE_URL', async () => {
    const store = connectEventStore(url)
    return { store, close: () => store.close() }
  })
}
