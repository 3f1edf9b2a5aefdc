import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../app/problem.ts'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import { requestReset } from './requests.ts'
import { emailRule, isEmail } from './rules.ts'

interface Props {
  email: string
  setEmail: (email: string) => void
  submit: string
}

/** Asks for the link that sets a new password. What it answers is the same whether or not the address is known. */
export const LinkRequest = ({ email, setEmail, submit }: Props) => {
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
      {sentTo && <p className={classes.done} role="status">{`A password reset link has been sent to ${sentTo}`}</p>}
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
