import { useState } from 'react'
import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import { LinkRequest, useSendsMail } from './LinkRequest.tsx'
import { usePages } from './pages.tsx'

/** For accounts from before passwords were stored here: they set one by a reset link. */
export const PasswordMigration = () => {
  const { query } = usePages()
  const isMailed = useSendsMail()
  const [email, setEmail] = useState(query.get('email') ?? '')
  return (
    <AuthPage
      title="Your account moves along"
      text={
        isMailed
          ? 'Your campaigns are here. Your old password is not: choose a new one by the link we send you.'
          : 'Your campaigns are here. Your old password is not. No mail is sent here: request a link, then ask whoever runs this installation for it.'
      }
    >
      <LinkRequest
        email={email}
        setEmail={setEmail}
        submit={isMailed ? 'Send Password Link' : 'Request Password Link'}
        isMailed={isMailed}
      />
      <p className={classes.switch}>
        <a className={classes.link} href="/auth/login">
          Back to sign in
        </a>
      </p>
    </AuthPage>
  )
}
