import { useState } from 'react'
import { topicOf } from '#domain/topics.ts'
import type { Operation } from '#projections/operation-answers.ts'
import { useTopic } from '../realtime/topics.ts'
import { useRefetching } from '../realtime/use-refetching.ts'
import { useOperationQuery } from './operations.ts'

interface Progress {
  operation: Operation | undefined
  /** Processed items. */
  done: number
  /** Undone items. */
  back: number
}

/** Progress of an operation: from the server's response, updated by the worker's messages. */
export const useProgress = (id: string): Progress => {
  const query = useOperationQuery(id)
  const operation = query.data
  const [passed, setPassed] = useState({ doing: 0, undoing: 0 })
  useTopic(topicOf('operation', id), {
    onMessage(message) {
      if (message.kind === 'progress')
        setPassed((before) => ({ ...before, [message.data.stage]: message.data.done ?? 0 }))
    },
  })

  // Messages during an outage are lost.
  useRefetching('operationId', id, query)

  return { operation, done: Math.max(operation?.done ?? 0, passed.doing), back: passed.undoing }
}
