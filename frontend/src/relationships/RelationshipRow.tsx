import { ActionIcon, Button, Tooltip } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsExchange,
  IconPencil,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { withFrom } from '../base/from.ts'
import { messageOf } from '../base/problem.ts'
import { useAskBeforeLeaving } from '../base/use-ask-before-leaving.tsx'
import { useCommentRelationshipMutation } from '../data/relationships.ts'
import { ConjurationImage } from '../ui/ConjurationImage.tsx'
import { toast } from '../ui/toast.ts'
import { takeAwaited } from './awaited.ts'
import { CommentField } from './CommentField.tsx'
import type { Direction, Pair } from './pairs.ts'
import classes from './relationships.module.css'

const directions: Record<Direction, [TablerIcon, string]> = {
  out: [IconArrowRight, 'Leads there'],
  in: [IconArrowLeft, 'Comes from there'],
  both: [IconArrowsExchange, 'Both ways'],
}

interface Props {
  pair: Pair
  onRemove: () => void
}

/** A link of this lore with its other end and comment. Without a comment, editors see the form. */
export const RelationshipRow = ({ pair: { link, back, direction }, onRemove }: Props) => {
  const { pathname, search } = useLocation()
  const [isAwaited] = useState(() => takeAwaited(link.id))
  const { isOpen, isEditing, said, setSaid, isMissing, isLoading, done, leave, open } = useCommentEditing(link, back)
  const { question } = useAskBeforeLeaving(isEditing && said.trim() !== link.comment)
  const { id, name, imageUri } = link.entitydata
  const shown = name.trim() || untitledConjuration
  const to = withFrom(`/lore/view/${id}`, `${pathname}${search}`)
  return (
    <li className={classes.row}>
      <Link className={classes.picture} to={to} tabIndex={-1} aria-hidden>
        <ConjurationImage id={id} uri={imageUri} width={38} />
      </Link>
      <div className={classes.words}>
        <Link className={classes.name} to={to} dir="auto">
          {shown}
        </Link>
        {isEditing ? (
          <CommentField
            value={said}
            isMissing={isMissing}
            autoFocus={isOpen || isAwaited}
            onChange={setSaid}
            onDone={() => void done()}
            onCancel={leave}
          />
        ) : (
          <p dir="auto">{link.comment}</p>
        )}
        {question}
      </div>
      {isEditing ? (
        <FormActions
          name={shown}
          mayCancel={link.comment !== ''}
          isLoading={isLoading}
          onCancel={leave}
          onDone={() => void done()}
          onRemove={onRemove}
        />
      ) : (
        <>
          {link.mayEdit && <EditActions name={shown} onEdit={open} onRemove={onRemove} />}
          <DirectionIcon direction={direction} />
        </>
      )}
    </li>
  )
}

/** Edits a link's comment. The two links of a bidirectional relationship get the same comment. */
const useCommentEditing = (link: Pair['link'], back: Pair['back']) => {
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState(link.comment)
  const [isMissing, setMissing] = useState(false)
  const [comment, { isLoading }] = useCommentRelationshipMutation()
  const isEditing = link.mayEdit && (isOpen || link.comment === '')

  const done = async () => {
    setMissing(true)
    if (said.trim() === '' || isLoading) return
    const answers = await Promise.all(
      [link, ...(back ? [back] : [])].map((one) => comment({ id: one.id, comment: said })),
    )
    const error = answers.find((answer) => answer.error)?.error
    if (error) toast.error(messageOf(error, 'Something went wrong updating the relationship. Please try again.'))
    else {
      setOpen(false)
      toast.success('Relationship updated.')
    }
  }
  const leave = () => {
    setOpen(false)
    setSaid(link.comment)
    setMissing(false)
  }
  const open = () => {
    setSaid(link.comment)
    setMissing(false)
    setOpen(true)
  }
  return { isOpen, isEditing, said, setSaid, isMissing, isLoading, done, leave, open }
}

interface FormActionsProps {
  name: string
  /** False for a new relationship, which has no comment to return to. */
  mayCancel: boolean
  isLoading: boolean
  onCancel: () => void
  onDone: () => void
  onRemove: () => void
}

const FormActions = ({ name, mayCancel, isLoading, onCancel, onDone, onRemove }: FormActionsProps) => (
  <div className={classes.acts}>
    {mayCancel && (
      <Button size="xs" variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    )}
    <Button size="xs" loading={isLoading} onClick={onDone}>
      Done
    </Button>
    {!mayCancel && <Remove name={name} onRemove={onRemove} />}
  </div>
)

interface EditActionsProps {
  name: string
  onEdit: () => void
  onRemove: () => void
}

const EditActions = ({ name, onEdit, onRemove }: EditActionsProps) => (
  <div className={classes.hidden}>
    <Tooltip label="Edit">
      <ActionIcon variant="subtle" aria-label={`Edit the relationship with ${name}`} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
    </Tooltip>
    <Remove name={name} onRemove={onRemove} />
  </div>
)

const DirectionIcon = ({ direction }: { direction: Direction }) => {
  const [Icon, says] = directions[direction]
  return (
    <Tooltip label={says}>
      <span className={classes.direction} role="img" aria-label={says}>
        <Icon size={18} />
      </span>
    </Tooltip>
  )
}

const Remove = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Tooltip label="Remove">
    <ActionIcon variant="subtle" aria-label={`Remove the relationship with ${name}`} onClick={onRemove}>
      <IconTrash size={16} />
    </ActionIcon>
  </Tooltip>
)
