import { useEffect, useState } from 'react'
import { filter, skip } from 'rxjs'
import { topicOf } from '#domain/topics.ts'
import type { WritingAnswer } from '#projections/writing-answers.ts'
import { useWritingQuery } from '../../data/writings.ts'
import { useRealtime } from '../../realtime/context.tsx'
import { type FeedItem, isSight } from '../../realtime/messages.ts'
import { useTopic } from '../../realtime/topics.ts'

const ends = (item: FeedItem, id: string) =>
  !isSight(item) && item.type.startsWith('Writing') && 'writingId' in item.data && item.data.writingId === id

/** A text while it is being written: the pieces that were heard, and in the end what was recorded. */
export const useComingText = (id: string, after: string): { heard: string; answer: WritingAnswer | undefined } => {
  const realtime = useRealtime()
  const { data, refetch } = useWritingQuery(id)
  const [heard, setHeard] = useState('')
  useTopic(topicOf('writing', id), {
    after,
    onMessage({ kind, data }) {
      // A piece that was lost leaves a gap: what follows it is told again in the end.
      if (kind === 'piece') setHeard((before) => (data.at === before.length ? before + data.text : before))
    },
  })
  useEffect(() => {
    const ended = realtime.items$.pipe(filter((item) => ends(item, id))).subscribe(() => void refetch())
    const reconnected = realtime.status$.pipe(skip(1)).subscribe((status) => {
      if (status === 'open') void refetch()
    })
    return () => {
      ended.unsubscribe()
      reconnected.unsubscribe()
    }
  }, [realtime, id, refetch])
  return { heard, answer: data }
}
