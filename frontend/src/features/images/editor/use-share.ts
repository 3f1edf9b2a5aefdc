import { useEffect, useState } from 'react'
import type { PendingEdit } from '#domain/image-edit-answers.ts'
import { topicOf } from '#domain/topics.ts'
import { useTopic } from '../../../realtime/topics.ts'
import { useNow } from '../../../ui/use-now.ts'

/**
 * Progress of an edit of `originalId`, 0 to 1: as its provider reports it, and until then an estimate that slows down
 * and never reaches 1.
 */
export const useShare = (originalId: string, edit: PendingEdit | undefined): number => {
  const now = useNow(edit !== undefined)
  const [reported, setReported] = useState(0)
  const id = edit?.id
  // A new edit has not reported progress yet.
  useEffect(() => setReported(0), [id])
  useTopic(topicOf('edits', originalId), {
    onMessage(message) {
      if (message.kind === 'progress' && message.data.total) setReported((message.data.done ?? 0) / message.data.total)
    },
  })
  const waited = edit?.startedAt ? Math.max(0, now - Date.parse(edit.startedAt)) : 0
  return edit ? Math.max(reported, 0.9 * (1 - Math.exp(-waited / 12_000))) : 0
}
