import { useEffect, useState } from 'react'
import { auditTime, filter, skip } from 'rxjs'
import { operationKinds } from '#domain/operations.ts'
import type { Operation } from '#projections/operation-answers.ts'
import { useOperationQuery } from '../../data/operations.ts'
import { useRealtime } from '../../realtime/context.tsx'
import { type FeedItem, isSight } from '../../realtime/messages.ts'

/** Drawn so often at most, in milliseconds: thousands of events come in a minute. */
const drawMs = 250

const isAbout = (item: FeedItem, id: string) =>
  !isSight(item) && (item.metadata.correlationId === id || ('operationId' in item.data && item.data.operationId === id))

/** How far an operation is: as the server said last, and counted on from there by the events of its things. */
export const useProgress = (id: string): { operation: Operation | undefined; done: number } => {
  const realtime = useRealtime()
  const { data: operation, refetch } = useOperationQuery(id)
  const [counted, setCounted] = useState(0)

  useEffect(() => {
    let seen = 0
    const about = realtime.items$.pipe(filter((item) => isAbout(item, id)))
    const things = about.subscribe(({ type }) => {
      if (operation && operationKinds[operation.kind].does.includes(type)) seen++
    })
    const drawn = about.pipe(auditTime(drawMs)).subscribe(() => setCounted(seen))
    return () => {
      things.unsubscribe()
      drawn.unsubscribe()
      setCounted(0)
    }
  }, [realtime, id, operation])

  useEffect(() => {
    const turns = realtime.items$.pipe(filter((item) => isAbout(item, id) && item.type.startsWith('Operation')))
    const turned = turns.subscribe(() => void refetch())
    // What came while the connection was lost was not counted.
    const reconnected = realtime.status$.pipe(skip(1)).subscribe((status) => {
      if (status === 'open') void refetch()
    })
    return () => {
      turned.unsubscribe()
      reconnected.unsubscribe()
    }
  }, [realtime, id, refetch])

  return { operation, done: (operation?.done ?? 0) + counted }
}
