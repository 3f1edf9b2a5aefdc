import { plainDescription } from '#domain/text-plain.ts'
import { kindOf, type TextState, textOf } from '#domain/texts.ts'
import type { EventStore } from '#eventstore'
import { textAt } from './text-at.ts'

/**
 * What a description began with as a text, as plain words. Until then it is given anew as a whole, so that its revision 0 is one text now and
 * another a moment later: who stands on it names its words. Undefined for a text that begins empty.
 */
export const firstWords = async (store: Pick<EventStore, 'read'>, text: TextState): Promise<string | undefined> => {
  if (kindOf(text) !== 'description') return undefined
  return plainDescription(textOf(text.revision === 0 ? text : await textAt(store, text.textId, 0)))
}
