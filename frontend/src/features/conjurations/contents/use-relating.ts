import { newId } from '../../../app/ids.ts'
import { messageOf } from '../../../app/problem.ts'
import { useCreateRelationshipMutation } from '../../../data/relationships.ts'
import { awaitRow } from '../../../relationships/awaited.ts'
import { toast } from '../../../ui/toast.ts'

/** Links mentioned lore. The link has no comment yet: its row gets the focus. */
export const useRelating = (conjurationId: string) => {
  const [create] = useCreateRelationshipMutation()
  return async (mentioned: { id: string }) => {
    const id = newId()
    awaitRow(id)
    const { error } = await create({ conjurationId, id, reverseId: null, relatedNodeId: mentioned.id, comment: '' })
    if (error) toast.error(messageOf(error, 'Something went wrong updating the relationship. Please try again.'))
  }
}
