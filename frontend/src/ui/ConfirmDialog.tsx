import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { asAlert } from './as-alert.ts'
import classes from './confirm.module.css'
import { DialogFoot } from './DialogFoot.tsx'

/**
 * Requests a confirmation before an action. The title names the item and the count; Cancel has the focus; a loss has a
 * row of its own. The dialog stays open and busy until `onConfirm` settles, and closes in any case.
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
  /** False while a question of the dialog's content is unanswered. */
  isReady?: boolean
  onConfirm: () => unknown
  onClose: () => void
}) => {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
      onClose()
    }
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={480} withCloseButton={false}>
      <div className={classes.text} ref={asAlert} dir="auto">
        {text}
      </div>
      {loss && <p className={classes.loss}>{loss}</p>}
      <DialogFoot onCancel={onClose} isCautious>
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
