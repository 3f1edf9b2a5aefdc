import type pg from 'pg'
import { textEvents } from '#domain/text-events.ts'
import { type TextState, textOf, texts } from '#domain/texts.ts'
import { indexText } from '#projections/text-index.ts'
import { passagesOf } from '#projections/text-passages.ts'
import { isListed } from '../commands/texts/is-listed.ts'
import { type Reaction, reactor } from './reactor.ts'

/** At most once a minute, and at the latest a minute after the last change. */
const minute = 60_000

/** Lists, search and "changed by" follow a text at the end of a sitting, and once a minute while it lasts. */
export const settleTexts = (pool: pg.Pool, delayMs = minute) => {
  /** Found first, and told then: answers that are kept are kept until they are told of something. */
  const settle = async ({ textId }: { textId: string }, { dispatch, stateOf }: Reaction) => {
    await index(pool, await stateOf(texts, textId))
    await dispatch(texts, textId, { type: 'SettleText', data: { textId, isListed: await isListed(pool, textId) } })
  }
  return reactor(textEvents, {
    name: 'settle-texts',
    delayMs,
    oneFor: 'textId',
    when: { TextBegun: ({ ops }) => ops.length > 1 || ops[0]?.insert !== '\n' },
    on: { TextBegun: settle, TextChanged: settle },
  })
}

const index = (pool: pg.Pool, text: TextState) => {
  const { textId, conjurationId, revision } = text
  return indexText(pool, { textId, conjurationId, revision, passages: passagesOf(textOf(text)) })
}

/** The same where somebody else has settled it, such as a description that was given as plain words. */
export const indexTexts = (pool: pg.Pool) =>
  reactor(textEvents, {
    name: 'index-texts',
    on: {
      TextSettled: async ({ textId }, { stateOf }) => index(pool, await stateOf(texts, textId)),
    },
  })
