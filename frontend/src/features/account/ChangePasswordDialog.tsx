import { Button, Modal, PasswordInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { codeOf, fieldErrorsOf, messageOf } from '../../base/problem.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import { useMe } from '../../data/me.ts'
import { useChangePasswordMutation } from '../../data/security.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './security.module.css'

interface Refusal {
  current?: string | undefined
  next?: string | undefined
  repeated?: string | undefined
  /** Error of the whole form, not of one field. */
  form?: string
}

const lengths = { least: 8, most: 128 }

/** Changes the password, which signs out all other devices. */
export const ChangePasswordDialog = ({ onClose }: { onClose: () => void }) => {
  const me = useMe()
  const { typed, fieldOf, refusal, submit, isLoading } = usePasswordChange(onClose)
  const { close, question } = useAskBeforeLeaving(Object.values(typed).some(Boolean) && !isLoading, onClose)

  return (
    <Modal opened onClose={close} title="Change password" size={480} withCloseButton={false}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <input type="text" hidden readOnly autoComplete="username" value={me.email} />
        <PasswordInput {...fieldOf('current', 'Your password', 'current-password')} data-autofocus />
        <PasswordInput
          {...fieldOf('next', 'New password', 'new-password')}
          description="8 to 128 characters, and none of the common ones."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        <PasswordInput {...fieldOf('repeated', 'New password again', 'new-password')} />
        {refusal.form && (
          <p className={classes.refusal} role="alert">
            {refusal.form}
          </p>
        )}
        <DialogFoot onCancel={close}>
          <Button type="submit" variant="filled" loading={isLoading}>
            Change Password
          </Button>
        </DialogFoot>
      </form>
      {question}
    </Modal>
  )
}

/** Holds the typed passwords and submits the change. A refusal moves the focus to its field. */
const usePasswordChange = (onClose: () => void) => {
  const [typed, setTyped] = useState({ current: '', next: '', repeated: '' })
  const [refusal, setRefusal] = useState<Refusal>({})
  const [change, { isLoading }] = useChangePasswordMutation()
  const inputs = {
    current: useRef<HTMLInputElement>(null),
    next: useRef<HTMLInputElement>(null),
    repeated: useRef<HTMLInputElement>(null),
  }

  const refuse = (refused: Refusal) => {
    setRefusal(refused)
    const field = (['current', 'next', 'repeated'] as const).find((name) => refused[name])
    if (field) inputs[field].current?.focus()
  }
  const fieldOf = (name: keyof typeof typed, label: string, autoComplete: string) => ({
    ref: inputs[name],
    label,
    autoComplete,
    value: typed[name],
    error: refusal[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped({ ...typed, [name]: event.currentTarget.value })
      setRefusal({ ...refusal, [name]: undefined })
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const { current, next, repeated } = typed
    if (!current) return refuse({ current: 'Please enter your password' })
    if (next.length < lengths.least || next.length > lengths.most)
      return refuse({ next: 'Password must be 8-128 characters long' })
    if (next !== repeated) return refuse({ repeated: 'Passwords do not match' })
    setRefusal({})
    const { error } = await change({ currentPassword: current, newPassword: next })
    if (error) {
      if (codeOf(error) === 'invalid_password') return refuse({ current: 'This is not your password.' })
      const { newPassword } = fieldErrorsOf(error)
      if (newPassword) return refuse({ next: newPassword })
      return refuse({ form: messageOf(error, 'Your password could not be changed. Please try again.') })
    }
    toast.success('Your password is changed. Other devices are signed out.')
    onClose()
  }

  return { typed, fieldOf, refusal, submit, isLoading }
}
