import { type ReactNode, StrictMode, useState } from 'react'
import { Themed } from '../../base/Themed.tsx'
import { usePageStart } from '../../base/use-page-start.ts'
import { type ToastLink, Toasts } from '../../ui/Toasts.tsx'
import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import { LinkRequest, useSendsMail } from './LinkRequest.tsx'
import { PasswordReset } from './PasswordReset.tsx'
import { type Pages, PagesProvider, usePages } from './pages.tsx'
import { SignIn } from './SignIn.tsx'
import { SupportText } from './SupportText.tsx'

/** Page for accounts that were created before passwords were stored here: a reset link sets a new password. */
const PasswordMigration = () => {
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

interface Props {
  pages: Pages
  /** The nonce that the CSP requires for style tags. */
  nonce: string
}

/** The sign-in pages, without the app's router, store and socket. Browsers and `prerender.tsx` render this same component. */
export const AuthApp = ({ pages, nonce }: Props) => (
  <StrictMode>
    <Themed nonce={nonce}>
      <PagesProvider value={pages}>
        <Around>
          <Page />
        </Around>
      </PagesProvider>
    </Themed>
  </StrictMode>
)

const DocumentLink: ToastLink = ({ to, ...props }) => <a href={to} {...props} />

const Around = ({ children }: { children: ReactNode }) => {
  usePageStart()
  return (
    <>
      {children}
      <Toasts Text={SupportText} Link={DocumentLink} />
    </>
  )
}

const Page = () => {
  const { path } = usePages()
  if (path === '/auth/password-reset') return <PasswordReset />
  if (path === '/auth/password-migration') return <PasswordMigration />
  return <SignIn />
}
