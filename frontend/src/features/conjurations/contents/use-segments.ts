import { orderAtTop, placing } from '#domain/segment-order.ts'
import type { SegmentType } from '#domain/segment-words.ts'
import type { SegmentItem } from '#projections/segment-answers.ts'
import { newId } from '../../../base/ids.ts'
import { messageOf } from '../../../base/problem.ts'
import {
  type SegmentChange,
  useAddSegmentMutation,
  useChangeSegmentMutation,
  useDeleteSegmentMutation,
  useMoveSegmentMutation,
  useRestoreSegmentMutation,
} from '../../../data/segments.ts'
import { toast } from '../../../ui/toast.ts'
import { orderAtIndex, orderNextTo } from './places.ts'

export type SegmentActs = ReturnType<typeof useSegmentActs>

/** Commands for segments. Failures are reported, and optimistic updates reverted. */
export const useSegmentActs = (
  conjurationId: string,
  segments: readonly SegmentItem[],
  onHistory: (textId: string) => void,
) => {
  const [addSegment] = useAddSegmentMutation()
  const [changeSegment] = useChangeSegmentMutation()
  const [moveSegment] = useMoveSegmentMutation()
  const [deleteSegment] = useDeleteSegmentMutation()
  const [restoreSegment] = useRestoreSegmentMutation()

  const moveTo = async (id: string, sortOrder: number) => {
    const { moved } = placing(segments, { id, wanted: sortOrder })
    if (moved.length === 0) return
    const { error } = await moveSegment({ id, conjurationId, sortOrder, moved })
    if (error) toast.error(messageOf(error, 'The content could not be moved. Please try again.'))
  }

  return {
    showHistory: onHistory,
    /** Resolves to the new segment's id, or to undefined after a failure, which is reported with a way to try again. */
    async add(type: SegmentType, where: 'top' | 'end', retry: () => void) {
      const id = newId()
      const top = where === 'top' ? { sortOrder: orderAtTop(segments) } : {}
      const { error } = await addSegment({ id, conjurationId, type, ...top })
      if (!error) return id
      const message = messageOf(error, 'The content could not be added. Please try again.')
      toast.error(message, { act: { label: 'Try again', run: retry } })
      return undefined
    },
    /** Resolves to true if the change succeeded. */
    async change(id: string, change: Pick<SegmentChange, 'title' | 'isForDms'>) {
      const { error } = await changeSegment({ id, conjurationId, ...change })
      if (error) toast.error(messageOf(error, 'The content could not be changed. Please try again.'))
      return !error
    },
    /** Moves a segment past its neighbour above (-1) or below (1). */
    async step(id: string, by: -1 | 1) {
      const sortOrder = orderNextTo(segments, id, by)
      if (sortOrder !== undefined) await moveTo(id, sortOrder)
    },
    dragTo: (id: string, index: number) => moveTo(id, orderAtIndex(segments, id, index)),
    async remove(id: string) {
      const { data, error } = await deleteSegment({ id, conjurationId })
      if (error) return void toast.error(messageOf(error, 'The content could not be deleted. Please try again.'))
      const undo = async () => {
        const { error } = await restoreSegment({ id, operationId: data.operationId })
        if (error) toast.error(messageOf(error, 'The content could not be restored. It is still in the Trash.'))
      }
      toast.success('Content deleted', { undo: () => void undo() })
    },
  }
}
