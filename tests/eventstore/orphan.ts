import { startEmbeddedEventStore } from '../../eventstore/embedded/process.ts'

/** A program that starts an event store and then waits to be killed. */
await startEmbeddedEventStore({ postgres: JSON.parse(process.argv[2] ?? '{}') })
process.send?.('started')
