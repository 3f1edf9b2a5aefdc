import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import type { FormProps } from './form.ts'
import { LinkRequest, useSendsMail } from './LinkRequest.tsx'

/** Requests a link after a forgotten password. */
export const ResetForm = ({ email, setEmail, go }: FormProps) => {
  const isMailed = useSendsMail()
  return (
    <AuthPage
      title="Reset your password"
      text={
        isMailed
          ? 'We send you a link; it opens a page where you choose a new one.'
          : 'No mail is sent here. Request a link, then ask whoever runs this installation for it; it opens a page where you choose a new password.'
      }
    >
      <LinkRequest
        email={email}
        setEmail={setEmail}
        submit={isMailed ? 'Send Reset Link' : 'Request Reset Link'}
        isMailed={isMailed}
      />
      <p className={classes.switch}>
        Remembered it?{' '}
        <button type="button" className={classes.link} onClick={() => go('signIn')}>
          Back to sign in
        </button>
      </p>
    </AuthPage>
  )
}
