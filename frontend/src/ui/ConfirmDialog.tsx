import { Button, Modal } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { asAlert } from './as-alert.ts'
import classes from './confirm.module.css'
import { DialogFoot } from './DialogFoot.tsx'

/**
 * Requests a confirmation before an action. The title names the item and the count; Cancel has the focus; `loss` is a
 * separate warning about lost data. The dialog is busy until `onConfirm` settles, then closes even if it failed. Cancel
 * closes the dialog earlier, without stopping the action.
 */
export const ConfirmDialog = ({
  opened,
  title,
  text,
  loss,
  confirm,
  danger = false,
  isReady = true,
  onConfirm,
  onClose,
}: {
  opened: boolean
  title: string
  text: ReactNode
  loss?: ReactNode
  confirm: string
  danger?: boolean
  /** False until the user has answered every question within `text`: the button is disabled. */
  isReady?: boolean
  onConfirm: () => unknown
  onClose: () => void
}) => {
  const [isBusy, setBusy] = useState(false)
  /** Counts how often the dialog was closed: an action that settles later must not close it after it was opened again. */
  const closings = useRef(0)
  const close = () => {
    closings.current++
    onClose()
  }
  const run = async () => {
    const before = closings.current
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
      if (closings.current === before) close()
    }
  }
  return (
    <Modal opened={opened} onClose={close} title={title} size={480} withCloseButton={false}>
      <div className={classes.text} ref={asAlert} dir="auto">
        {text}
      </div>
      {loss && <p className={classes.loss}>{loss}</p>}
      <DialogFoot onCancel={close} isCautious>
        <Button
          variant="filled"
          {...(danger ? { 'data-danger': true } : {})}
          loading={isBusy}
          disabled={!isReady}
          onClick={() => void run()}
        >
          {confirm}
        </Button>
      </DialogFoot>
    </Modal>
  )
}
