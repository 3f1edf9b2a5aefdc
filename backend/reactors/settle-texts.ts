import type pg from 'pg'
import type { Ops } from '#domain/deltas.ts'
import { textEvents } from '#domain/text-events.ts'
import { texts } from '#domain/texts.ts'
import { indexText } from '#projections/text-index.ts'
import { isListed } from '../commands/texts/is-listed.ts'
import { type Reaction, reactor } from './reactor.ts'

/** At most once a minute, and at the latest a minute after the last change. */
const minute = 60_000

const hasLetters = ({ ops }: { ops: Ops }) => ops.length > 1 || ops[0]?.insert !== '\n'

/** Lists and "changed by" follow a text at the end of a sitting, and once a minute while it lasts. */
export const settleTexts = (pool: pg.Pool, delayMs = minute) => {
  /** Found first, and told then: answers that are kept are kept until they are told of something. */
  const settle = async ({ textId }: { textId: string }, { dispatch, stateOf }: Reaction) => {
    await indexText(pool, await stateOf(texts, textId))
    await dispatch(texts, textId, { type: 'SettleText', data: { textId, isListed: await isListed(pool, textId) } })
  }
  return reactor(textEvents, {
    name: 'settle-texts',
    delayMs,
    oneFor: 'textId',
    when: { TextBegun: hasLetters },
    on: { TextBegun: settle, TextChanged: settle },
  })
}

/** A change is found by search at most this long after it, and the time of one job. */
const searchableMs = 2_000

/** Indexes a text for search soon after each change, independent of its sitting. */
export const indexTexts = (pool: pg.Pool, delayMs = searchableMs) => {
  const index = async ({ textId }: { textId: string }, { stateOf }: Reaction) =>
    indexText(pool, await stateOf(texts, textId))
  return reactor(textEvents, {
    name: 'index-texts',
    delayMs,
    oneFor: 'textId',
    when: { TextBegun: hasLetters },
    on: { TextBegun: index, TextChanged: index },
  })
}
