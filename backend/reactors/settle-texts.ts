import type pg from 'pg'
import type { Ops } from '#domain/deltas.ts'
import { textEvents } from '#domain/text-events.ts'
import { hasLetters } from '#domain/text-plain.ts'
import { type TextState, texts } from '#domain/texts.ts'
import { indexText } from '#projections/text-index.ts'
import { isListed } from '../commands/texts/is-listed.ts'
import { type Reaction, reactor } from './reactor.ts'

/** Minimum time between two updates of lists by one text, and maximum delay of the first, in milliseconds. */
const intervalMs = 60_000
/** A writing session ends with a pause of this length, in milliseconds. */
const pauseMs = 3_000

/** True if a new text has content and is not settled in the same decision; an import indexes such texts (`imports/import-campaign.ts`). */
const isUnsettled = ({ ops }: { ops: Ops }, next?: string) => hasLetters(ops) && next !== 'TextSettled'

/**
 * Returns when a text updates lists, in milliseconds since 1970. `changedAt` is the ISO time of its first change that
 * lists do not have.
 */
export const settlesAt = (
  { changes, settledAt }: Pick<TextState, 'changes' | 'settledAt'>,
  changedAt: string,
  mostMs = intervalMs,
): number => {
  const [first, last] = [Date.parse(changedAt), Date.parse(changes.at(-1)?.at ?? changedAt)]
  const pausedAt = Math.min(last + pauseMs, first + mostMs)
  return settledAt === null ? pausedAt : Math.max(pausedAt, Date.parse(settledAt) + mostMs)
}

/** Updates lists and "changed by" at the end of a writing session, at most once a minute, and once a minute during it. */
export const settleTexts = (pool: pg.Pool, mostMs = intervalMs) => {
  /** Indexes before publishing: cached answers are valid until the event that follows. */
  const settle = async ({ textId }: { textId: string }, { event, dispatch, stateOf, now, runLater }: Reaction) => {
    const text = await stateOf(texts, textId)
    const waitMs = settlesAt(text, event.at, mostMs) - now()
    if (waitMs > 0) return runLater(waitMs)
    await indexText(pool, text)
    await dispatch(texts, textId, { type: 'SettleText', data: { textId, isListed: await isListed(pool, textId) } })
  }
  return reactor(textEvents, {
    name: 'settle-texts',
    delayMs: Math.min(pauseMs, mostMs),
    oneFor: 'textId',
    when: { TextBegun: isUnsettled },
    on: { TextBegun: settle, TextChanged: settle },
  })
}

/** Maximum delay until search finds a change, in addition to the time of one job. */
const searchableMs = 2_000

interface IndexTexts {
  pool: pg.Pool
  /** Called after the index changed the words of a text. */
  publish: (text: TextState) => void
  delayMs?: number | undefined
}

/**
 * Indexes a text for search soon after each change, independently of its writing session, and publishes that its
 * searchable words changed.
 */
export const indexTexts = ({ pool, publish, delayMs = searchableMs }: IndexTexts) => {
  const index = async ({ textId }: { textId: string }, { stateOf }: Reaction) => {
    const text = await stateOf(texts, textId)
    if (await indexText(pool, text)) publish(text)
  }
  return reactor(textEvents, {
    name: 'index-texts',
    delayMs,
    oneFor: 'textId',
    when: { TextBegun: isUnsettled },
    on: { TextBegun: index, TextChanged: index },
  })
}
