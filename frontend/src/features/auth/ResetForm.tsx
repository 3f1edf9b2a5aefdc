import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../app/problem.ts'
import { useRequestResetMutation } from '../../data/auth.ts'
import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import type { FormProps } from './form.ts'
import { emailRule, isEmail } from './rules.ts'

/** Asks for the link that sets a new password. What it answers is the same whether or not the address is known. */
export const ResetForm = ({ email, setEmail, go }: FormProps) => {
  const [sentTo, setSentTo] = useState<string>()
  const [error, setError] = useState<string>()
  const [request, { isLoading }] = useRequestResetMutation()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    setSentTo(undefined)
    const { error } = await request({ email: email.trim() })
    if (error) setError(messageOf(error, 'The link could not be sent. Please try again.'))
    else setSentTo(email.trim())
  }

  return (
    <AuthPage title="Reset your password" text="We send you a link; it opens a page where you choose a new one.">
      <FormError text={error} />
      {sentTo && <p className={classes.done} role="status">{`A password reset link has been sent to ${sentTo}`}</p>}
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
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
          loading={isLoading}
          disabled={!isEmail(email)}
        >
          Send Reset Link
        </Button>
      </form>
      <p className={classes.switch}>
        Remembered it?{' '}
        <button type="button" className={classes.link} onClick={() => go('signIn')}>
          Back to sign in
        </button>
      </p>
    </AuthPage>
  )
}
