import { useEffect, useState } from 'react'
import { filter, skip } from 'rxjs'
import { topicOf } from '#domain/topics.ts'
import type { Operation } from '#projections/operation-answers.ts'
import { useOperationQuery } from '../../data/operations.ts'
import { useRealtime } from '../../realtime/context.tsx'
import { type FeedItem, isSight } from '../../realtime/messages.ts'
import { useTopic } from '../../realtime/topics.ts'

const turns = (item: FeedItem, id: string) =>
  !isSight(item) && item.type.startsWith('Operation') && 'operationId' in item.data && item.data.operationId === id

interface Progress {
  operation: Operation | undefined
  /** Things that are done. */
  done: number
  /** Things that have been taken back. */
  back: number
}

/** How far an operation is: as the server said when it was asked, and as who works on it passes on since. */
export const useProgress = (id: string): Progress => {
  const realtime = useRealtime()
  const { data: operation, refetch } = useOperationQuery(id)
  const [passed, setPassed] = useState({ doing: 0, undoing: 0 })
  useTopic(topicOf('operation', id), {
    onMessage(message) {
      if (message.kind === 'progress')
        setPassed((before) => ({ ...before, [message.data.stage]: message.data.done ?? 0 }))
    },
  })

  useEffect(() => {
    const turned = realtime.items$.pipe(filter((item) => turns(item, id))).subscribe(() => void refetch())
    // What was passed on while the connection was lost was not heard.
    const reconnected = realtime.status$.pipe(skip(1)).subscribe((status) => {
      if (status === 'open') void refetch()
    })
    return () => {
      turned.unsubscribe()
      reconnected.unsubscribe()
    }
  }, [realtime, id, refetch])

  return { operation, done: Math.max(operation?.done ?? 0, passed.doing), back: passed.undoing }
}
