import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { type AllStreamSubscription, type EventStoreDBClient, excludeSystemEvents, START } from '@eventstore/db-client'
import type { Batch, RecordedEvent, SubscribeOptions } from './index.ts'
import type { Proof } from './proof.ts'
import { recorded } from './recorded.ts'
import { isTransient } from './retrier.ts'

/** `EventStore.subscribe`: one subscription after another, each from where the batches that were handed over end. */
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
      // Whoever is thrown out for being slow is so by a store that is there.
      if (!isThrownOut(error)) lost()
      await delay(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {})
    }
  }
}

/** The subscription broke off: whatever the reason, the next one resumes after the last batch. */
class Lost extends Error {}

/** ABORTED: more was waiting than the store keeps for a subscriber. */
const isThrownOut = ({ cause }: Error) => cause instanceof Error && 'code' in cause && cause.code === 10

/** One subscription, until it breaks (throws Lost) or is aborted. */
async function* follow(
  client: EventStoreDBClient,
  after: bigint | undefined,
  limit: number,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  let position = after ?? 0n
  let checkpoint = position
  let live = false
  let told = false
  let lost: Lost | undefined
  let wake = () => {}
  const subscription = client.subscribeToAll(
    {
      fromPosition: after === undefined ? START : { commit: after, prepare: after },
      filter: excludeSystemEvents({
        checkpointInterval: 10,
        checkpointReached: async (_, { commit }) => {
          checkpoint = commit
          wake()
        },
      }),
    },
    { highWaterMark: limit },
  )
  const on = (change: () => void) => () => {
    change()
    wake()
  }
  const aborted = on(() => {})
  signal.addEventListener('abort', aborted)
  subscription
    .on(
      'readable',
      on(() => {}),
    )
    .on(
      'caughtUp',
      on(() => (live = true)),
    )
    .on(
      'fellBehind',
      on(() => (live = told = false)),
    )
    .on('error', (error: Error) => {
      lost = new Lost(error.message, { cause: error })
      wake()
    })
    .on(
      'close',
      on(() => (lost ??= new Lost('closed'))),
    )
  try {
    while (!signal.aborted) {
      const { events, drained } = take(subscription, limit)
      const reached = events.at(-1)?.position ?? position
      // A checkpoint counts once all that came before it has been taken out of the buffer.
      const next = drained && checkpoint > reached ? checkpoint : reached
      if (events.length > 0 || next > position || (drained && live && !told)) {
        position = next
        told = drained && live
        yield { events, position, live: told }
      } else {
        if (lost) throw lost
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        wake = () => {}
        // The client hands events over one by one, each in a tick of its own: let those that have arrived come out first.
        await setImmediate()
      }
    }
  } finally {
    signal.removeEventListener('abort', aborted)
    subscription.on('error', () => {})
    await subscription.unsubscribe().catch(() => {})
    // Not destroyed but read to its end: the call below would otherwise stay open with what it has buffered.
    subscription.resume()
  }
}

/** Takes what has arrived, up to `limit` events, without waiting for more. */
function take(subscription: AllStreamSubscription, limit: number): { events: RecordedEvent[]; drained: boolean } {
  const events: RecordedEvent[] = []
  while (events.length < limit) {
    const resolved: { event?: Parameters<typeof recorded>[0] } | null = subscription.read()
    if (resolved === null) return { events, drained: true }
    if (resolved.event && !resolved.event.streamId.startsWith('$')) events.push(recorded(resolved.event))
  }
  return { events, drained: false }
}
