import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../base/problem.ts'
import { toast } from '../../ui/toast.ts'
import { AuthPage } from './AuthPage.tsx'
import { afterSignIn } from './after-sign-in.ts'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import { LeadTo, usePages } from './pages.tsx'
import { isResetLinkGood, post, signInPollMs, waitForSession } from './requests.ts'
import { matches, newPasswordRule } from './rules.ts'

/** The page that a reset link opens: a form for the new password, or an error and a way to request another link. */
export const PasswordReset = () => {
  const { query } = usePages()
  const token = query.get('token')
  const email = query.get('email')
  const [isGood, setGood] = useState<boolean>()
  useEffect(() => {
    setGood(undefined)
    if (token) void isResetLinkGood(token).then(setGood)
  }, [token])
  if (!token) return <LeadTo to="/auth/login" />
  return (
    <AuthPage title="Set Up Your V2 Password" text="Choose a password of 8 to 128 characters.">
      {isGood && <NewPassword token={token} email={email} />}
      {isGood === false && <FormError text="This link has been used or has expired. It sets no password any more." />}
      {isGood !== undefined && (
        <p className={classes.switch}>
          {isGood && 'Does it not work? '}
          <a className={classes.link} href="/auth/login?reset=true">
            Ask for a new link
          </a>
        </p>
      )}
    </AuthPage>
  )
}

/** Sets the new password, and then signs in if the link contains the email address. */
const NewPassword = ({ token, email }: { token: string; email: string | null }) => {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { go } = usePages()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const { error } = await post('reset-password', { newPassword: password, token })
    if (error) {
      setBusy(false)
      return setError(messageOf(error, 'Your password could not be set. Please try again.'))
    }
    const isIn = email !== null && !(await post('sign-in/email', { email, password })).error
    if (isIn && (await waitForSession(signInPollMs))) return go(afterSignIn(null), { replace: true })
    toast.success('Your password is set. Sign in with it.')
    return go('/auth/login', { replace: true })
  }

  return (
    <>
      <FormError text={error} />
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {email && <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />}
        <Field
          label="New Password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          rule={newPasswordRule}
          autoFocus
        />
        <Field
          label="Confirm"
          type="password"
          autoComplete="new-password"
          value={repeated}
          onChange={setRepeated}
          rule={matches(password)}
        />
        <Button
          className={classes.submit}
          type="submit"
          variant="filled"
          size="lg"
          fullWidth
          loading={isBusy}
          disabled={newPasswordRule(password) !== undefined || repeated !== password}
        >
          Set Password
        </Button>
      </form>
    </>
  )
}
