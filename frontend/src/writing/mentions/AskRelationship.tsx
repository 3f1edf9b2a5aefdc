import { Button } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { announceCover } from '../editor/in-sight.ts'
import classes from './ask-relationship.module.css'

interface Props {
  name: string
  onAdd: () => void
  onDismiss: () => void
}

/**
 * Suggests a relationship after a mention of other lore, visible at any scroll position. It takes no focus, so that the
 * user can type on.
 */
export const AskRelationship = ({ name, onAdd, onDismiss }: Props) => {
  useLayoutEffect(announceCover, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={classes.ask} role="group" aria-label="Create relationship?" data-covers data-at-corner>
      <div role="status">
        <b>Create relationship?</b>
        <span>
          With <bdi>{name}</bdi>. You say how under Relationships.
        </span>
      </div>
      <div className={classes.acts}>
        <Button size="xs" variant="subtle" onMouseDown={(event) => event.preventDefault()} onClick={onDismiss}>
          No thanks
        </Button>
        <Button size="xs" onMouseDown={(event) => event.preventDefault()} onClick={onAdd}>
          Add Link
        </Button>
      </div>
    </div>
  )
}
