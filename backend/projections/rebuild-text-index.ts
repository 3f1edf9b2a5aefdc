import pg from 'pg'
import { stateOf } from '#domain/decider.ts'
import { type TextState, texts } from '#domain/texts.ts'
import { upcast } from '#domain/upcasters.ts'
import type { EventStore } from '#eventstore'
import type { Replay } from './replay.ts'
import { indexText, migrateTextIndex } from './text-index.ts'

/** Events per read of a stream. */
const page = 500
/** Number of texts read concurrently. */
const lanes = 4

const readText = async (store: Pick<EventStore, 'read'>, textId: string): Promise<TextState> => {
  let state = texts.initial
  for (let from = 0; ; from += page) {
    const { events } = await store.read(`${texts.category}-${textId}`, {
      from: BigInt(from),
      limit: page,
      pageOnly: true,
    })
    state = stateOf({ initial: state, evolve: texts.evolve }, events.map(upcast))
    if (events.length < page) return state
  }
}

/**
 * Rebuilds the text index from the view `texts`, also while the server runs: texts that the server indexes concurrently
 * are left untouched. Texts missing from the log are removed from the index. Throws the signal's reason when aborted.
 */
export const rebuildTextIndex = async ({ store, postgres, signal }: Replay): Promise<void> => {
  const pool = new pg.Pool({ ...postgres, max: lanes })
  try {
    await migrateTextIndex(pool)
    // In another log, a text may have fewer revisions than the index recorded.
    await pool.query('update indexed_texts set revision = -1')
    const { rows } = await pool.query<{ id: string }>('select id from texts')
    const rest = rows.values()
    const indexRest = async () => {
      for (const { id } of rest) {
        signal.throwIfAborted()
        const text = await readText(store, id)
        if (text.exists) await indexText(pool, text)
      }
    }
    await Promise.all(Array.from({ length: lanes }, indexRest))
    for (const table of ['text_passages', 'text_mentions'])
      await pool.query(
        `delete from ${table} where "textId" in (select "textId" from indexed_texts where revision = -1)`,
      )
    await pool.query('delete from indexed_texts where revision = -1')
  } finally {
    await pool.end()
  }
}
