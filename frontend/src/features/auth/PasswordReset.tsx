import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { messageOf } from '../../app/problem.ts'
import type { AppStore } from '../../app/store.ts'
import {
  signInPollMs,
  useIsResetLinkGoodQuery,
  useResetPasswordMutation,
  useSignInMutation,
  waitForSession,
} from '../../data/auth.ts'
import { toast } from '../../ui/toast.ts'
import { AuthPage } from './AuthPage.tsx'
import { afterSignIn } from './after-sign-in.ts'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import { matches, newPasswordRule } from './rules.ts'

/** The page that a reset link opens: a form, or where to get another link once this one is of no use. */
export const PasswordReset = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  const email = query.get('email')
  const { data: isGood } = useIsResetLinkGoodQuery(token ?? '', { skip: !token })
  if (!token) return <Navigate to="/auth/login" replace />
  return (
    <AuthPage title="Set Up Your V2 Password" text="Choose a password of 8 to 128 characters.">
      {isGood && <NewPassword token={token} email={email} />}
      {isGood === false && <FormError text="This link has been used or has expired. It sets no password any more." />}
      {isGood !== undefined && (
        <p className={classes.switch}>
          {isGood && 'Does it not work? '}
          <Link className={classes.link} to="/auth/login?reset=true">
            Ask for a new link
          </Link>
        </p>
      )}
    </AuthPage>
  )
}

/** Signs in with the new password where the link names the address. */
const NewPassword = ({ token, email }: { token: string; email: string | null }) => {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [reset] = useResetPasswordMutation()
  const [signIn] = useSignInMutation()
  const dispatch = useDispatch<AppStore['dispatch']>()
  const navigate = useNavigate()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const { error } = await reset({ newPassword: password, token })
    if (error) {
      setBusy(false)
      return setError(messageOf(error, 'Your password could not be set. Please try again.'))
    }
    const isIn = email !== null && !(await signIn({ email, password })).error
    if (isIn && (await waitForSession(dispatch, signInPollMs))) return navigate(afterSignIn(null), { replace: true })
    toast.success('Your password is set. Sign in with it.')
    return navigate('/auth/login', { replace: true })
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
