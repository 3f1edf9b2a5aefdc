import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { newId } from '../base/ids.ts'
import { messageOf } from '../base/problem.ts'
import { useAskBeforeLeaving } from '../base/use-ask-before-leaving.tsx'
import { useCreateRelationshipMutation } from '../data/relationships.ts'
import { toast } from '../ui/toast.ts'
import { CommentField } from './CommentField.tsx'
import { LorePicker } from './LorePicker.tsx'
import classes from './relationships.module.css'

interface Props {
  conjurationId: string
  campaignId: string
  onClose: () => void
}

/** The form of a new link. Its text is preserved if the request fails. */
export const NewRelationship = ({ conjurationId, campaignId, onClose }: Props) => {
  // Ids of the link and of its reverse, the same for every attempt to create them.
  const [[id, reverseId]] = useState(() => [newId(), newId()] as const)
  const [relatedNodeId, setRelated] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  const [twoWay, setTwoWay] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [create, { isLoading }] = useCreateRelationshipMutation()

  const { question } = useAskBeforeLeaving(comment.trim() !== '')

  const done = async () => {
    setMissing(true)
    if (relatedNodeId === null || comment.trim() === '' || isLoading) return
    const { error } = await create({
      conjurationId,
      id,
      relatedNodeId,
      comment,
      reverseId: twoWay ? reverseId : null,
    })
    if (error) toast.error(messageOf(error, 'Something went wrong creating the relationship. Please try again.'))
    else onClose()
  }
  return (
    <form
      className={classes.editing}
      aria-label="New relationship"
      onSubmit={(event) => {
        event.preventDefault()
        void done()
      }}
    >
      <LorePicker campaignId={campaignId} except={conjurationId} value={relatedNodeId} onChange={setRelated} />
      <CommentField
        value={comment}
        isMissing={isMissing}
        onChange={setComment}
        onDone={() => undefined}
        onCancel={onClose}
      />
      <div className={classes.acts}>
        <Checkbox label="Both ways" checked={twoWay} onChange={(event) => setTwoWay(event.currentTarget.checked)} />
        <Button size="xs" variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={isLoading} disabled={relatedNodeId === null}>
          Done
        </Button>
      </div>
      {question}
    </form>
  )
}
