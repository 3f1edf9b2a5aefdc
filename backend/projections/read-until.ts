import type { EventStore, RecordedEvent } from '#eventstore'

/** Batch size that merges well into few statements: rows that change often are then written once for many changes. */
const batch = 5000

/**
 * Reads every event after `from` and up to `to`, as long as `take` returns true. A subscription that has become live has
 * passed `to`, since everything that the projector applied is in the log.
 */
export const readUntil = async (
  store: EventStore,
  from: bigint,
  to: bigint,
  signal: AbortSignal,
  take: (events: readonly RecordedEvent[], position: bigint) => Promise<boolean>,
) => {
  if (from >= to) return
  const end = new AbortController()
  for await (const each of store.subscribe({
    ...(from > 0n ? { after: from } : {}),
    batch,
    signal: AbortSignal.any([signal, end.signal]),
  })) {
    const done = each.live || each.position >= to
    const wanted = await take(
      each.events.filter(({ position }) => position <= to),
      done ? to : each.position,
    )
    if (done || !wanted) {
      end.abort()
      return
    }
  }
  signal.throwIfAborted()
}
