import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messageOf } from '../../../app/problem.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import classes from './audit-account.module.css'

interface Props {
  children: ReactNode
  act: string
  /** Said where the server gives no sentence of its own. */
  otherwise: string
  onReason: (reason: string) => Promise<unknown>
  onCancel: () => void
}

/** Asks why. What was typed stays where it fails, and nowhere else: neither this page nor the browser keeps a reason. */
export const ReasonForm = ({ children, act, otherwise, onReason, onCancel }: Props) => {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!reason.trim()) return setProblem('Please give a reason')
    setBusy(true)
    try {
      await onReason(reason.trim())
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
        description="Kept in the event log, with your name."
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
      <DialogFoot onCancel={onCancel}>
        <Button type="submit" variant="filled" loading={isBusy}>
          {act}
        </Button>
      </DialogFoot>
    </form>
  )
}
