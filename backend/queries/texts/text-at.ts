import { stateOf } from '#domain/decider.ts'
import { happenedAt } from '#domain/happened-at.ts'
import { type TextState, texts } from '#domain/texts.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore } from '#eventstore'

const page = 1_000

/** A text as it was after one of its revisions, folded from its beginning. */
export const textAt = async (store: Pick<EventStore, 'read'>, textId: string, revision: number): Promise<TextState> => {
  let text = texts.initial
  for (let from = 0n; ; from += BigInt(page)) {
    const { events } = await store.read(`${texts.category}-${textId}`, { from, limit: page, pageOnly: true })
    for (const event of events) {
      const { type, data } = upcast(event)
      if (type === 'TextChanged' && (data as { revision: number }).revision > revision) return text
      const at = happenedAt(event).toISOString()
      text = stateOf({ ...texts, initial: text }, [{ type, data, metadata: { at } }])
    }
    if (events.length < page) return text
  }
}
