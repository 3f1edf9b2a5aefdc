import { TextInput } from '@mantine/core'
import { commentMissing, relationshipCommentLimit } from '#domain/relationships.ts'
import classes from './relationships.module.css'

interface Props {
  value: string
  /** True after Done was pressed: an empty comment is marked as an error. */
  isMissing: boolean
  autoFocus?: boolean
  onChange: (comment: string) => void
  onDone: () => void
  onCancel: () => void
}

/** The comment of a relationship. Enter confirms, Escape cancels. */
export const CommentField = ({ value, isMissing, autoFocus = false, onChange, onDone, onCancel }: Props) => (
  <TextInput
    className={classes.comment}
    aria-label="Relationship"
    placeholder="What they are to each other"
    dir="auto"
    autoFocus={autoFocus}
    maxLength={relationshipCommentLimit}
    value={value}
    error={isMissing && value.trim() === '' ? commentMissing : undefined}
    onChange={(event) => onChange(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Enter') onDone()
      if (event.key === 'Escape') onCancel()
    }}
  />
)
