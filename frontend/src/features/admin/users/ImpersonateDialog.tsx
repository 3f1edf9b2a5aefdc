import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { AdminUser } from '#domain/me.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import classes from './edit-user.module.css'
import { usePeople } from './use-people.ts'

interface Props {
  user: Pick<AdminUser, 'id' | 'name'>
  onClose: () => void
}

/** Asks before an admin becomes somebody else, and why: the reason stands in the log with all that is done then. */
export const ImpersonateDialog = ({ user: { id, name }, onClose }: Props) => {
  const people = usePeople()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // The dialog may stand over another form, which is not meant.
    event.stopPropagation()
    if (!reason.trim()) return setProblem('Please provide a reason')
    setBusy(true)
    // Done, the page is about to be loaded as them: the dialog stays until then.
    if (!(await people.impersonate(id, reason.trim()))) setBusy(false)
  }

  return (
    <Modal opened onClose={onClose} title={`Impersonate ${name}?`} size={480} withCloseButton={false}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.asks}>
          You will see and change what they can, as them, for an hour at most. What you do is recorded as theirs, with
          your name and your reason beside it.
        </p>
        <TextInput
          label="Reason"
          description="Kept in the event log."
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
            Impersonate
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  )
}
