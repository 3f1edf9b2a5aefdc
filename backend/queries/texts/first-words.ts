import { plainDescription } from '#domain/text-plain.ts'
import { kindOf, type TextState, textOf } from '#domain/texts.ts'
import type { EventStore } from '#eventstore'
import { textAt } from './text-at.ts'

/**
 * The plain text with which a description's text began. Before that, a description is replaced as a whole, so that
 * revision 0 may denote different texts at different times: changes to it must name their base text. Undefined for a
 * text that begins empty.
 */
export const firstWords = async (store: Pick<EventStore, 'read'>, text: TextState): Promise<string | undefined> => {
  if (kindOf(text) !== 'description') return undefined
  return plainDescription(textOf(text.revision === 0 ? text : await textAt(store, text.textId, 0)))
}
