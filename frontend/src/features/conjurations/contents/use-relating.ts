import type { SegmentItem } from '#projections/segment-answers.ts'
import { newId } from '../../../app/ids.ts'
import { messageOf } from '../../../app/problem.ts'
import { useCreateRelationshipMutation } from '../../../data/relationships.ts'
import { awaitRow } from '../../../relationships/awaited.ts'
import { toast } from '../../../ui/toast.ts'
import type { SegmentActs } from './use-segments.ts'

/** Links other lore that was mentioned. The link has no words yet: its row takes the focus, in a content that is added where there is none. */
export const useRelating = (conjurationId: string, segments: readonly SegmentItem[], acts: SegmentActs) => {
  const [create] = useCreateRelationshipMutation()
  return async (mentioned: { id: string }) => {
    const id = newId()
    awaitRow(id)
    const { error } = await create({ conjurationId, id, reverseId: null, relatedNodeId: mentioned.id, comment: '' })
    if (error) toast.error(messageOf(error, 'Something went wrong updating the relationship. Please try again.'))
    else if (!segments.some(({ type }) => type === 'RELATIONSHIPS')) await acts.add('RELATIONSHIPS', 'end')
  }
}
