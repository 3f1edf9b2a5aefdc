import { useEffect, useMemo, useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { ConversationMessage } from '#projections/conversation-messages.ts'
import { useTopic } from '../../realtime/topics.ts'
import { useStaleRefetch } from '../../realtime/use-refetching.ts'
import { type AnswerParts, continueAnswer, joinPieces, type Piece } from './pieces.ts'

export interface ComingAnswer extends AnswerParts {
  /** The file that is being read before the first part, if one is. */
  reading: string | null
}

/**
 * An answer while it is being written: its parts as the server answered them, continued by the pieces on its topic. A piece that does not
 * follow the last one shows that others were lost: then the conversation is fetched again, and continued by the pieces that arrived since.
 */
export const useComingAnswer = (
  message: ConversationMessage,
  query: { refetch: () => unknown; isFetching: boolean },
): ComingAnswer => {
  const { written = 0 } = message
  const [pieces, setPieces] = useState<readonly Piece[]>([])
  const [reading, setReading] = useState<string | null>(null)
  const fetchAgain = useStaleRefetch(query)
  const { text, end, isComplete } = useMemo(() => joinPieces(pieces, written), [pieces, written])
  useTopic(topicOf('writing', message.id), {
    onMessage({ kind, data }) {
      if (kind === 'reading') setReading(data.name)
      if (kind !== 'piece') return
      setPieces((before) => [...before.filter((piece) => piece.at + piece.text.length > written), data])
      if (data.at > end) fetchAgain()
    },
  })
  useEffect(() => {
    if (!isComplete) fetchAgain()
  }, [isComplete, fetchAgain])
  return useMemo(() => ({ reading, ...continueAnswer(message, text) }), [message, text, reading])
}
