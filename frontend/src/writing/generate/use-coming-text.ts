import { useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { WritingAnswer } from '#projections/writing-answers.ts'
import { useWritingQuery } from '../../data/writings.ts'
import { useTopic } from '../../realtime/topics.ts'
import { useRefetching } from '../../realtime/use-refetching.ts'

/** A streaming text: the received pieces, and finally the recorded result. */
export const useComingText = (id: string, after: string): { heard: string; answer: WritingAnswer | undefined } => {
  const query = useWritingQuery(id)
  const [heard, setHeard] = useState('')
  useTopic(topicOf('writing', id), {
    after,
    onMessage({ kind, data }) {
      // A lost piece leaves a gap: the rest arrives with the final result.
      if (kind === 'piece') setHeard((before) => (data.at === before.length ? before + data.text : before))
    },
  })
  useRefetching('writingId', id, query)
  return { heard, answer: query.data }
}
