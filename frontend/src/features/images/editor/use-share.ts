import { useEffect, useState } from 'react'
import type { PendingEdit } from '#domain/image-edit-answers.ts'
import { topicOf } from '#domain/topics.ts'
import { useTopic } from '../../../realtime/topics.ts'
import { useNow } from '../use-now.ts'

/** How far an edit is, 0 to 1, of the picture that is called `originalId`: as who makes it says, and until then as if it slowed down and never arrived. */
export const useShare = (originalId: string, edit: PendingEdit | undefined): number => {
  const now = useNow(edit !== undefined)
  const [said, setSaid] = useState(0)
  const id = edit?.id
  // What is being made now has not been spoken of.
  useEffect(() => setSaid(0), [id])
  useTopic(topicOf('edits', originalId), {
    onMessage(message) {
      if (message.kind === 'progress' && message.data.total) setSaid((message.data.done ?? 0) / message.data.total)
    },
  })
  const waited = edit?.startedAt ? Math.max(0, now - Date.parse(edit.startedAt)) : 0
  return edit ? Math.max(said, 0.9 * (1 - Math.exp(-waited / 12_000))) : 0
}
