import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { topicOf } from '#domain/topics.ts'
import { AnswerSource, type ConversationMessage, ShownPart } from '#projections/conversation-answers.ts'
import { useTopic } from '../../realtime/topics.ts'
import { useStaleRefetch } from '../../realtime/use-refetching.ts'

const Line = z.object({ part: ShownPart, sources: z.array(AnswerSource) })

/** The complete lines of what has arrived: the last one may have arrived in part. */
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

export interface ComingAnswer extends Pick<ConversationMessage, 'parts' | 'sources'> {
  /** The file that is being read before the first part, if one is. */
  reading: string | null
}

/**
 * An answer while it is being written: its parts as the server answered them, continued by the pieces on its topic. A piece that does not
 * follow the last one shows that others were lost: then the conversation is fetched again.
 */
export const useComingAnswer = (
  message: ConversationMessage,
  query: { refetch: () => unknown; isFetching: boolean },
): ComingAnswer => {
  const { written = 0 } = message
  const [arrived, setArrived] = useState({ from: written, text: '' })
  const [reading, setReading] = useState<string | null>(null)
  const fetchAgain = useStaleRefetch(query)
  const end = arrived.from + arrived.text.length
  useTopic(topicOf('writing', message.id), {
    onMessage({ kind, data }) {
      if (kind === 'reading') setReading(data.name)
      if (kind !== 'piece') return
      if (data.at === end) setArrived(({ from, text }) => ({ from, text: text + data.text }))
      else if (data.at > end) fetchAgain()
    },
  })
  useEffect(() => {
    if (written > end) setArrived({ from: written, text: '' })
  }, [written, end])
  return useMemo(() => {
    const lines = readLines(arrived.text.slice(Math.max(0, written - arrived.from)))
    return {
      reading,
      parts: [...message.parts, ...lines.map(({ part }) => part)],
      sources: lines.at(-1)?.sources ?? message.sources,
    }
  }, [message, arrived, written, reading])
}
