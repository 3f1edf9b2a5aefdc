import type pg from 'pg'
import { conjurationEvents, conjurations } from '#domain/conjurations.ts'
import { hasWords, texts } from '#domain/texts.ts'
import { hasImages } from '../commands/conjurations/has-images.ts'
import { reactor } from './reactor.ts'

const dayMs = 86_400_000

/**
 * Lore that was begun and never written in does not stay: a browser that is closed, or ends, cannot say that its lore was left. It goes
 * to the Trash.
 */
export const discardBlankLore = (pool: pg.Pool) =>
  reactor(conjurationEvents, {
    name: 'discard-blank-lore',
    delayMs: dayMs,
    when: {
      ConjurationCreated: ({ name, description, tags }) => name === '' && description === '' && tags.length === 0,
    },
    on: {
      async ConjurationCreated({ conjurationId }, { event, dispatch, stateOf }) {
        if ((await hasImages(pool, conjurationId)) || hasWords(await stateOf(texts, conjurationId))) return
        const data = { conjurationId, operationId: event.id }
        await dispatch(conjurations, conjurationId, { type: 'DiscardConjuration', data })
      },
    },
  })
