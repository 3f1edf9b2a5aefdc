import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import type { FormProps } from './form.ts'
import { LinkRequest } from './LinkRequest.tsx'

/** For whoever forgot their password. */
export const ResetForm = ({ email, setEmail, go }: FormProps) => (
  <AuthPage title="Reset your password" text="We send you a link; it opens a page where you choose a new one.">
    <LinkRequest email={email} setEmail={setEmail} submit="Send Reset Link" />
    <p className={classes.switch}>
      Remembered it?{' '}
      <button type="button" className={classes.link} onClick={() => go('signIn')}>
        Back to sign in
      </button>
    </p>
  </AuthPage>
)
