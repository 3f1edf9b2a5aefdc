import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { messageOf } from '../../app/problem.ts'
import { useRequestResetMutation } from '../../data/auth.ts'
import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import { emailRule, isEmail } from './rules.ts'

/** For an account from before passwords were kept here: it needs one, by the same link as a reset. */
export const PasswordMigration = () => {
  const [query] = useSearchParams()
  const [email, setEmail] = useState(query.get('email') ?? '')
  const [sentTo, setSentTo] = useState<string>()
  const [error, setError] = useState<string>()
  const [request, { isLoading }] = useRequestResetMutation()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    const { error } = await request({ email: email.trim() })
    if (error) setError(messageOf(error, 'The link could not be sent. Please try again.'))
    else setSentTo(email.trim())
  }

  return (
    <AuthPage
      title="Your account moves along"
      text="Your campaigns are here. Your old password is not: choose a new one by the link we send you."
    >
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
          Send Password Link
        </Button>
      </form>
      <p className={classes.switch}>
        <Link className={classes.link} to="/auth/login">
          Back to sign in
        </Link>
      </p>
    </AuthPage>
  )
}
