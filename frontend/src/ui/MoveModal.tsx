import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { DialogFoot } from './DialogFoot.tsx'
import classes from './move-modal.module.css'

interface Props {
  title: string
  /** The reason why the item cannot be moved there. */
  problem?: string | undefined
  /** A note about items that will not be moved, or about how to undo the move later. */
  hint?: string | undefined
  isBusy?: boolean
  disabled?: boolean
  onMove: () => unknown
  onClose: () => void
  /** The choice of a target. */
  children: ReactNode
}

/** Requests a target and moves an item there. */
export const MoveModal = ({
  title,
  problem,
  hint,
  isBusy = false,
  disabled = false,
  onMove,
  onClose,
  children,
}: Props) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void onMove()
  }
  const hintId = useId()
  return (
    <Modal opened onClose={onClose} title={title} size={480}>
      <form onSubmit={submit}>
        <div className={classes.fields}>{children}</div>
        {hint && (
          <p id={hintId} className={classes.hint}>
            {hint}
          </p>
        )}
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <DialogFoot onCancel={onClose}>
          <Button
            type="submit"
            variant="filled"
            loading={isBusy}
            disabled={disabled}
            aria-describedby={hint ? hintId : undefined}
          >
            Move
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
