import { eventStoreContract } from '../eventstore/contract.ts'
import { memoryStore } from '../memory-store.ts'

eventStoreContract('the event store in memory', async () => {
  const store = memoryStore()
  return { store, close: store.close }
})
