import { citedNumbers } from '#domain/answers.ts'
import type { AnswerSource, ShownPart } from '#projections/conversation-messages.ts'

export interface ListedSource {
  source: AnswerSource
  /** Its position in the message's sources. */
  index: number
  /** The number under which it is listed. */
  n: number
}

/**
 * Returns the sources to list under an answer. It omits hidden sources, sources whose name a part already shows, and
 * sources that a model received but did not cite.
 */
export const listSources = (parts: readonly ShownPart[], sources: readonly AnswerSource[]): ListedSource[] => {
  const quoted = new Set(
    parts.flatMap((part) => {
      if (part.kind === 'text') return citedNumbers(part.text).flatMap((n) => part.sources[n - 1] ?? [])
      return part.kind === 'quote' ? [part.source] : []
    }),
  )
  const named = new Set(
    parts.flatMap((part) => {
      if (part.kind === 'link') return [part.from, part.to]
      if (part.kind === 'proposal') return [part.target, part.other].filter((n) => n !== null)
      return part.kind === 'entries' || part.kind === 'text' ? part.sources : []
    }),
  )
  return sources
    .map((source, index) => ({ source, index }))
    .filter(({ source, index }) => source.name !== '' && (quoted.has(index) || !named.has(index)))
    .map((listed, n) => ({ ...listed, n: n + 1 }))
}
