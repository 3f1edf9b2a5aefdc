import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DialogFoot } from '../ui/DialogFoot.tsx'
import classes from '../ui/reason-dialog.module.css'
import { messageOf } from './problem.ts'
import { useAskBeforeLeaving } from './use-ask-before-leaving.tsx'

interface FormProps {
  /** Explains the purpose of the reason. */
  children: ReactNode
  act: string
  description?: string
  /** Error text if the server provides none. */
  otherwise: string
  /** Resolves to false after a failure that it has already reported to the user. */
  onReason: (reason: string) => Promise<unknown>
  onClose: () => void
}

interface Props extends FormProps {
  opened?: boolean
  title: string
}

/** Requests a reason before an action that admins are accountable for. */
export const ReasonDialog = ({ opened = true, title, ...form }: Props) => (
  <Modal opened={opened} onClose={form.onClose} title={title} size={480} withCloseButton={false}>
    <ReasonForm {...form} />
  </Modal>
)

/** The text stays in this form only, also after a failure: neither this page nor the browser stores a reason. */
const ReasonForm = ({
  children,
  act,
  description = 'Kept in the event log, with your name.',
  otherwise,
  onReason,
  onClose,
}: FormProps) => {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // The action may navigate to another page.
  const { question } = useAskBeforeLeaving(reason.trim() !== '' && !isBusy)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The dialog may be inside another form, which must not be submitted.
    event.stopPropagation()
    if (!reason.trim()) return setProblem('Please provide a reason')
    setBusy(true)
    try {
      // On success the dialog stays until the result replaces it.
      if ((await onReason(reason.trim())) === false) setBusy(false)
    } catch (failed) {
      setProblem(messageOf(failed, otherwise))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <p className={classes.asks}>{children}</p>
      <TextInput
        label="Reason"
        description={description}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={400}
        autoComplete="off"
        data-autofocus
        value={reason}
        error={problem}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <DialogFoot onCancel={onClose}>
        <Button type="submit" variant="filled" loading={isBusy}>
          {act}
        </Button>
      </DialogFoot>
      {question}
    </form>
  )
}
