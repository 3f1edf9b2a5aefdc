import { type ReactNode, StrictMode } from 'react'
import { Themed } from '../../base/Themed.tsx'
import { usePageStart } from '../../base/use-page-start.ts'
import { type ToastLink, Toasts } from '../../ui/Toasts.tsx'
import { PasswordMigration } from './PasswordMigration.tsx'
import { PasswordReset } from './PasswordReset.tsx'
import { type Pages, PagesProvider, usePages } from './pages.tsx'
import { SignIn } from './SignIn.tsx'
import { SupportText } from './SupportText.tsx'

interface Props {
  pages: Pages
  /** The nonce that the CSP requires for style tags. */
  nonce: string
}

/** The sign-in pages, without the app's router, store and socket: the same in the browser and where they are rendered ahead. */
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
