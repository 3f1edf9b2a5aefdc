import { useState } from 'react'
import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import { LinkRequest } from './LinkRequest.tsx'
import { usePages } from './pages.tsx'

/** For an account from before passwords were kept here: it needs one, by the same link as a reset. */
export const PasswordMigration = () => {
  const { query } = usePages()
  const [email, setEmail] = useState(query.get('email') ?? '')
  return (
    <AuthPage
      title="Your account moves along"
      text="Your campaigns are here. Your old password is not: choose a new one by the link we send you."
    >
      <LinkRequest email={email} setEmail={setEmail} submit="Send Password Link" />
      <p className={classes.switch}>
        <a className={classes.link} href="/auth/login">
          Back to sign in
        </a>
      </p>
    </AuthPage>
  )
}
