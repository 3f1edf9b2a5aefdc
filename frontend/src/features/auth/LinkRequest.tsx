import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import { requestReset, sendsMail } from './requests.ts'
import { emailRule, isEmail } from './rules.ts'

interface Props {
  email: string
  setEmail: (email: string) => void
  submit: string
  /** False if the installation has no mail server: an admin hands the link over then. */
  isMailed: boolean
}

/** Returns true if this installation mails links, or if that is not known yet. */
export const useSendsMail = (): boolean => {
  const [isMailed, setMailed] = useState(true)
  useEffect(() => void sendsMail().then(setMailed), [])
  return isMailed
}

/** Requests a link to set a new password. The response is the same for unknown addresses. */
export const LinkRequest = ({ email, setEmail, submit, isMailed }: Props) => {
  const [sentTo, setSentTo] = useState<string>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    setSentTo(undefined)
    setBusy(true)
    const { error } = await requestReset(email.trim())
    setBusy(false)
    if (error) setError(messageOf(error, 'The link could not be sent. Please try again.'))
    else setSentTo(email.trim())
  }

  return (
    <>
      <FormError text={error} />
      {sentTo && (
        <p className={classes.done} role="status">
          {isMailed
            ? `A password reset link has been sent to ${sentTo}`
            : `No mail is sent here: ask whoever runs this installation for the link. It is ready for them if ${sentTo} has an account.`}
        </p>
      )}
      <form className={classes.form} onSubmit={(event) => void send(event)} noValidate>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          rule={emailRule}
          autoFocus
        />
        <Button
          className={classes.submit}
          type="submit"
          variant="filled"
          size="lg"
          fullWidth
          loading={isBusy}
          disabled={!isEmail(email)}
        >
          {submit}
        </Button>
      </form>
    </>
  )
}
