import { Button, Checkbox } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { AuthPage } from './AuthPage.tsx'
import { rememberMarketing } from './after-sign-in.ts'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import type { FormProps } from './form.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { post, signUpPollMs, waitForSession } from './requests.ts'
import { emailRule, isEmail, matches, nameRule, passwordRule } from './rules.ts'
import { useInvitedTo } from './use-invited.ts'

export const SignUpForm = ({ email, setEmail, go, from, onSignedIn }: FormProps) => {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [optIn, setOptIn] = useState(false)
  const { submit, error, setError, isBusy } = useSignUp({ name, email, password, optIn, onSignedIn })
  const invitedTo = useInvitedTo()
  const isReady = !nameRule(name) && isEmail(email) && !passwordRule(password) && !matches(password)(repeated)

  return (
    <AuthPage
      title="Create an account"
      text={
        invitedTo ? (
          <>
            You are invited to <b className="serif">{invitedTo}</b>. With an account you can join it.
          </>
        ) : (
          'A place for your world, and a seat for everyone at the table.'
        )
      }
    >
      <GoogleButton from={from} onError={setError} />
      <FormError text={error} />
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field label="Name" autoComplete="nickname" value={name} onChange={setName} rule={nameRule} autoFocus />
        <Field label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} rule={emailRule} />
        <NewPassword value={password} onChange={setPassword} repeated={repeated} onRepeated={setRepeated} />
        <Checkbox
          label="Send me news about Loreloom"
          checked={optIn}
          onChange={(event) => setOptIn(event.currentTarget.checked)}
        />
        <Button
          className={classes.submit}
          type="submit"
          variant="filled"
          size="lg"
          fullWidth
          loading={isBusy}
          disabled={!isReady}
        >
          Sign Up
        </Button>
      </form>
      <p className={classes.switch}>
        Have an account already?{' '}
        <button type="button" className={classes.link} onClick={() => go('signIn')}>
          Sign in
        </button>
      </p>
    </AuthPage>
  )
}

interface SignUp {
  name: string
  email: string
  password: string
  /** True if the user wants news by mail. */
  optIn: boolean
  onSignedIn: () => void
}

/** Creates the account and waits for its session. */
const useSignUp = ({ name, email, password, optIn, onSignedIn }: SignUp) => {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const { error } = await post('sign-up/email', { name: name.trim(), email: email.trim(), password })
    if (!error) rememberMarketing(optIn)
    if (!error && (await waitForSession(signUpPollMs))) return onSignedIn()
    setBusy(false)
    setError(messageOf(error, 'Your account could not be made. Please try again.'))
  }
  return { submit, error, setError, isBusy }
}

interface NewPasswordProps {
  value: string
  onChange: (password: string) => void
  repeated: string
  onRepeated: (password: string) => void
}

const NewPassword = ({ value, onChange, repeated, onRepeated }: NewPasswordProps) => (
  <>
    <Field
      label="Password"
      type="password"
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      rule={passwordRule}
    />
    <Field
      label="Confirm Password"
      type="password"
      autoComplete="new-password"
      value={repeated}
      onChange={onRepeated}
      rule={matches(value)}
    />
  </>
)
