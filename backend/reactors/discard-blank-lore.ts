import type pg from 'pg'
import { conjurationEvents, conjurations } from '#domain/conjurations.ts'
import { hasContent, texts } from '#domain/texts.ts'
import { hasImages } from '../commands/conjurations/has-images.ts'
import { reactor } from './reactor.ts'

const dayMs = 86_400_000

/**
 * Moves lore that was created and never written in to the Trash, since a closed browser cannot report that its lore was
 * abandoned.
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
        if ((await hasImages(pool, conjurationId)) || hasContent(await stateOf(texts, conjurationId))) return
        const data = { conjurationId, operationId: event.id }
        await dispatch(conjurations, conjurationId, { type: 'DiscardConjuration', data })
      },
    },
  })
