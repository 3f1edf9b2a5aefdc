import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import type { FormProps } from './form.ts'
import { GoogleButton } from './GoogleButton.tsx'
import { LastUsed } from './LastUsed.tsx'
import { usePages } from './pages.tsx'
import { post, signInPollMs, waitForSession } from './requests.ts'
import { emailRule, isEmail } from './rules.ts'
import { useInvitedTo } from './use-invited.ts'

const failed = 'You could not be signed in. Please try again.'

const googleFailures: Readonly<Record<string, string>> = {
  // Google has verified the address, but the account has not: it may belong to another person.
  account_not_linked:
    'There is an account with this address already. Sign in with its password, or set a new one by “Forgot password?”: after that, Google works too.',
  access_denied: 'You did not finish signing in with Google.',
}

export const SignInForm = ({ email, setEmail, go, from, onSignedIn }: FormProps) => {
  const [password, setPassword] = useState('')
  const { submit, error, setError, isBusy } = useSignIn(email, password, onSignedIn)
  const invitedTo = useInvitedTo()

  return (
    <AuthPage
      title="Welcome back"
      text={
        invitedTo ? (
          <>
            Sign in to join <b className="serif">{invitedTo}</b>.
          </>
        ) : (
          'Sign in and pick up where the table left off.'
        )
      }
    >
      <GoogleButton from={from} onError={setError} />
      <FormError text={error} />
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
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          action={
            <button type="button" className={classes.aside} onClick={() => go('reset')}>
              Forgot password?
            </button>
          }
        />
        <LastUsed method="email">
          <Button
            className={classes.submit}
            type="submit"
            variant="filled"
            size="lg"
            fullWidth
            loading={isBusy}
            disabled={!isEmail(email) || password === ''}
          >
            Sign In
          </Button>
        </LastUsed>
      </form>
      <OtherWays go={go} />
    </AuthPage>
  )
}

/** Signs in by email and password. `error` is the reason why that, or a preceding sign-in with Google, failed. */
const useSignIn = (email: string, password: string, onSignedIn: FormProps['onSignedIn']) => {
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { query, go } = usePages()
  const code = query.get('error')

  // After a failed sign-in with Google, the URL has an error code. An effect reads it: the prerendered page has no query.
  useEffect(() => {
    if (code !== null) setError(googleFailures[code] ?? 'You could not be signed in with Google. Please try again.')
  }, [code])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const { error } = await post('sign-in/email', { email: email.trim(), password })
    if (!error && (await waitForSession(signInPollMs))) return onSignedIn()
    setBusy(false)
    const message = messageOf(error, failed)
    if (message.includes('Account upgrade required'))
      return go(`/auth/password-migration?email=${encodeURIComponent(email.trim())}`)
    setError(message)
  }
  return { submit, error, setError, isBusy }
}

const OtherWays = ({ go }: Pick<FormProps, 'go'>) => (
  <>
    <p className={classes.switch}>
      New to Loreloom?{' '}
      <button type="button" className={classes.link} onClick={() => go('signUp')}>
        Create an account
      </button>
    </p>
    <p className={classes.help}>
      Can’t sign in?{' '}
      <button type="button" className={classes.link} onClick={() => go('support')}>
        Contact support
      </button>
    </p>
  </>
)
