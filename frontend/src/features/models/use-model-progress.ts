import { useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { ModelRow } from '#projections/models.ts'
import { useTopic } from '../../realtime/topics.ts'
import { useNow } from '../../ui/use-now.ts'
import { elapsedSince, estimateShare } from './model.ts'

/** Returns the progress of a model that is being generated: reported by its provider, otherwise estimated by time. */
export const useModelProgress = (row: Pick<ModelRow, 'id' | 'createdAt'>) => {
  const now = useNow(true)
  const [reported, setReported] = useState<{ share: number; stage: string }>()
  useTopic(topicOf('model', row.id), {
    onMessage(message) {
      if (message.kind !== 'progress') return
      const { stage, done = 0, total } = message.data
      if (total) setReported({ share: done / total, stage })
    },
  })
  return {
    share: reported?.share ?? estimateShare(row, now),
    /** The current step, if it is known. */
    stage: reported?.stage,
    elapsedMs: elapsedSince(row.createdAt, now),
  }
}
