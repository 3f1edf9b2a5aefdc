import { stateOf } from '#domain/decider.ts'
import { happenedAt } from '#domain/happened-at.ts'
import { type TextState, texts } from '#domain/texts.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore } from '#eventstore'
import { readSize } from '../../commands/read-size.ts'
import { foldInSlices } from '../../platform/fold-in-slices.ts'

/** Returns a text as of one of its revisions, folded from the beginning of its stream, page by page. */
export const textAt = async (store: Pick<EventStore, 'read'>, textId: string, revision: number): Promise<TextState> => {
  const page = readSize()
  let text = texts.initial
  for (let from = 0n; ; ) {
    const limit = page.size()
    const { events } = await store.read(`${texts.category}-${textId}`, { from, limit, pageOnly: true })
    const known = events.map((event) => ({ ...upcast(event), at: happenedAt(event).toISOString() }))
    const later = known.findIndex(({ type, data }) => type === 'TextChanged' && revisionOf(data) > revision)
    text = await foldInSlices(later < 0 ? known : known.slice(0, later), text, (before, { type, data, at }) =>
      stateOf({ ...texts, initial: before }, [{ type, data, metadata: { at } }]),
    )
    if (later >= 0 || events.length < limit) return text
    page.learn(events)
    from += BigInt(limit)
  }
}

const revisionOf = (data: unknown) => (data as { revision: number }).revision
