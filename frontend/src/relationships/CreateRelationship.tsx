import { Button } from '@mantine/core'
import { newId } from '../app/ids.ts'
import { messageOf } from '../app/problem.ts'
import { useCreateRelationshipMutation } from '../data/relationships.ts'
import { toast } from '../ui/toast.ts'
import { awaitRow } from './awaited.ts'
import classes from './relationships.module.css'

interface Props {
  /** The lore that is being written. */
  conjurationId: string
  /** What was just mentioned in it; other lore. */
  mentioned: { id: string; name: string }
  /** It was answered. */
  onClose: () => void
}

/**
 * Asked when other lore has been mentioned. It takes no focus and does not stand in the way of typing. Add Link makes the link without words
 * yet, and its row among the lore's relationships takes the focus.
 */
export const CreateRelationship = ({ conjurationId, mentioned, onClose }: Props) => {
  const [create, { isLoading }] = useCreateRelationshipMutation()
  const add = async () => {
    const id = newId()
    awaitRow(id)
    const { error } = await create({ conjurationId, id, reverseId: null, relatedNodeId: mentioned.id, comment: '' })
    if (error) toast.error(messageOf(error, 'Something went wrong updating the relationship. Please try again.'))
    else onClose()
  }
  return (
    <div className={classes.question} role="status">
      <span>
        Create relationship? <b dir="auto">{mentioned.name}</b>
      </span>
      {/* A press would take the caret out of the text. */}
      <Button size="xs" loading={isLoading} onMouseDown={(event) => event.preventDefault()} onClick={() => void add()}>
        Add Link
      </Button>
      <Button size="xs" variant="subtle" onMouseDown={(event) => event.preventDefault()} onClick={onClose}>
        No thanks
      </Button>
    </div>
  )
}
