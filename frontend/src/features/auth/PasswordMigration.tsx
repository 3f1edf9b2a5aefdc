import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import { LinkRequest } from './LinkRequest.tsx'

/** For an account from before passwords were kept here: it needs one, by the same link as a reset. */
export const PasswordMigration = () => {
  const [query] = useSearchParams()
  const [email, setEmail] = useState(query.get('email') ?? '')
  return (
    <AuthPage
      title="Your account moves along"
      text="Your campaigns are here. Your old password is not: choose a new one by the link we send you."
    >
      <LinkRequest email={email} setEmail={setEmail} submit="Send Password Link" />
      <p className={classes.switch}>
        <Link className={classes.link} to="/auth/login">
          Back to sign in
        </Link>
      </p>
    </AuthPage>
  )
}
