import { setTimeout as delay } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Batch, RecordedEvent, SubscribeOptions } from './index.ts'
import type { Proof } from './proof.ts'
import { readAnswers } from './reads.ts'
import { recorded } from './recorded.ts'
import { isTransient } from './retrier.ts'

/** Implements `EventStore.subscribe` with one subscription after another, each of which resumes after the last yielded batch. */
export async function* subscribe(
  client: EventStoreDBClient,
  options: SubscribeOptions,
  { proven, lost }: Proof,
): AsyncGenerator<Batch> {
  const { signal, batch = 500 } = options
  let after = options.after
  for (let pause = 20; !signal.aborted; pause = Math.min(pause * 2, 1000)) {
    try {
      await proven()
      for await (const next of follow(client, after, batch, signal)) {
        pause = 20
        after = next.position
        yield next
      }
    } catch (error) {
      if (!(error instanceof Error && (error instanceof Lost || isTransient(error)))) throw error
      // A subscriber dropped for being slow proves that the store is reachable.
      if (!isThrownOut(error)) lost()
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    }
  }
}

/** The subscription broke off: whatever the reason, the next one resumes after the last batch. */
class Lost extends Error {}

/** True if the store dropped a slow subscriber, for which it buffers a limited number of events (ABORTED). */
const isThrownOut = ({ cause }: Error) => cause instanceof Error && 'code' in cause && cause.code === 10

/** One subscription, until it breaks (throws Lost) or is aborted. */
async function* follow(
  client: EventStoreDBClient,
  after: bigint | undefined,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  let position = after ?? 0n
  let live = false
  let isReported = false
  try {
    for await (const page of readAnswers(client, { from: after ?? 'edge', page: limit, signal })) {
      if (signal.aborted) return
      const events: RecordedEvent[] = []
      const before = position
      for (const { event, checkpoint, isLive } of page) {
        live = isLive ?? live
        const reached = event?.position ?? checkpoint ?? position
        if (reached > position) position = reached
        if (event && !event.stream.startsWith('$')) events.push(recorded(event))
      }
      if (events.length === 0 && position === before && live === isReported) continue
      isReported = live
      yield { events, position, live }
    }
  } catch (error) {
    if (!signal.aborted) throw new Lost('lost', { cause: error })
  }
  if (!signal.aborted) throw new Lost('closed')
}
