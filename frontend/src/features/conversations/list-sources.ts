import type { AnswerSource, ShownPart } from '#projections/conversation-answers.ts'

export interface ListedSource {
  source: AnswerSource
  /** Its position in the message's sources. */
  index: number
  /** The number under which it is listed. */
  n: number
}

/** The sources that are listed under an answer. Those that a part shows by their names alone are in the text already, and hidden ones show nothing. */
export const listSources = (parts: readonly ShownPart[], sources: readonly AnswerSource[]): ListedSource[] => {
  const quoted = new Set(parts.flatMap((part) => (part.kind === 'quote' ? [part.source] : [])))
  const named = new Set(
    parts.flatMap((part) => {
      if (part.kind === 'link') return [part.from, part.to]
      return part.kind === 'entries' ? part.sources : []
    }),
  )
  return sources
    .map((source, index) => ({ source, index }))
    .filter(({ source, index }) => source.name !== '' && (quoted.has(index) || !named.has(index)))
    .map((listed, n) => ({ ...listed, n: n + 1 }))
}
