import { z } from 'zod'
import { AnswerSource, type ConversationMessage, ShownPart } from '#projections/conversation-messages.ts'

/** A piece of an answer, which is sent as lines of JSON; `at` is the number of characters before the piece. */
export interface Piece {
  at: number
  text: string
}

/** Joins the pieces that follow position `from` without a gap, up to `end`. `isComplete` is false if a piece follows after a gap. */
export const joinPieces = (
  pieces: readonly Piece[],
  from: number,
): { text: string; end: number; isComplete: boolean } => {
  let text = ''
  let isComplete = true
  for (const piece of pieces) {
    const missing = piece.at - (from + text.length)
    if (missing > 0) isComplete = false
    else text += piece.text.slice(-missing)
  }
  return { text, end: from + text.length, isComplete }
}

/** A part with all sources of the answer so far; or further characters of the last part. */
const Line = z.union([z.object({ part: ShownPart, sources: z.array(AnswerSource) }), z.object({ text: z.string() })])

/** Parses the complete lines of the received text, without a last line that is still incomplete. */
const readLines = (text: string): z.infer<typeof Line>[] =>
  text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return Line.safeParse(JSON.parse(line)).data ?? []
      } catch {
        return []
      }
    })

export type AnswerParts = Pick<ConversationMessage, 'parts' | 'sources'>

/** Returns the answer, continued by these lines. */
export const continueAnswer = (message: AnswerParts, lines: string): AnswerParts => {
  const parts = [...message.parts]
  let { sources } = message
  for (const line of readLines(lines)) {
    const last = parts.at(-1)
    if ('sources' in line) {
      sources = line.sources
      // A model's text continues with further sources.
      if (line.part.kind === 'text' && last?.kind === 'text')
        parts.splice(-1, 1, { ...line.part, text: last.text + line.part.text })
      else parts.push(line.part)
    } else if (last?.kind === 'text') parts.splice(-1, 1, { ...last, text: last.text + line.text })
  }
  return { parts, sources }
}
