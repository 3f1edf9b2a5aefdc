import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { asAlert } from './as-alert.ts'
import classes from './confirm.module.css'
import { DialogFoot } from './DialogFoot.tsx'

/**
 * Asks before something is done. The title names the thing and the count; Cancel has the focus; what is lost stands in its
 * own line. `onConfirm` may take its time: the dialog stays, busy, until it settles, and closes whatever came of it.
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
  /** False while something that the text asks for is not answered. */
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
