import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { fieldErrorsOf, messageOf } from '../../base/problem.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import { useChangeEmailMutation } from '../../data/email.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './email.module.css'

interface Props {
  hasPassword: boolean
  onClose: () => void
}

interface Refusal {
  email?: string | undefined
  password?: string | undefined
  /** Error of the whole form, not of one field. */
  form?: string
}

/** Requests a change of the email address, which takes effect when the user opens the link sent to the new address. */
export const ChangeEmailDialog = ({ hasPassword, onClose }: Props) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const request = useEmailRequest({ hasPassword, email, password, onClose })
  const { submit, isLoading, refusal, setRefusal, emailInput, passwordInput } = request
  const { close, question } = useAskBeforeLeaving(email !== '' && !isLoading, onClose)

  return (
    <Modal opened onClose={close} title="Change email" size={480} withCloseButton={false}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          ref={emailInput}
          type="email"
          inputMode="email"
          label="New address"
          autoComplete="email"
          autoCapitalize="none"
          data-autofocus
          value={email}
          error={refusal.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setRefusal({ ...refusal, email: undefined })
          }}
        />
        {hasPassword && (
          <PasswordInput
            ref={passwordInput}
            label="Your password"
            autoComplete="current-password"
            value={password}
            error={refusal.password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setRefusal({ ...refusal, password: undefined })
            }}
          />
        )}
        <p className={classes.hint}>Nothing changes until you open the link at the new address.</p>
        {refusal.form && (
          <p className={classes.refusal} role="alert">
            {refusal.form}
          </p>
        )}
        <DialogFoot onCancel={close}>
          <Button type="submit" variant="filled" loading={isLoading}>
            Send the Link
          </Button>
        </DialogFoot>
      </form>
      {question}
    </Modal>
  )
}

interface EmailRequest extends Props {
  email: string
  password: string
}

/** Requests the link to the new address. A refusal moves the focus to its field. */
const useEmailRequest = ({ hasPassword, email, password, onClose }: EmailRequest) => {
  const [refusal, setRefusal] = useState<Refusal>({})
  const [change, { isLoading }] = useChangeEmailMutation()
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const refuse = (refused: Refusal) => {
    setRefusal(refused)
    if (refused.email) emailInput.current?.focus()
    else if (refused.password) passwordInput.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    if (!email.trim()) return refuse({ email: 'Please enter a valid email address' })
    if (hasPassword && password === '') return refuse({ password: 'Please enter your password' })
    setRefusal({})
    const { error } = await change({ email: email.trim(), ...(hasPassword && { password }) })
    if (error) {
      const fields = fieldErrorsOf(error)
      if (fields.email || fields.password) return refuse(fields)
      return refuse({ form: messageOf(error, 'The link could not be sent. Please try again.') })
    }
    toast.info('We sent a link to the new address. Open it to confirm the change.')
    onClose()
  }

  return { submit, isLoading, refusal, setRefusal, emailInput, passwordInput }
}
