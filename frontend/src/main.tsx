import './ui/fonts.css'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/base.css'
import { noteArrival } from './base/marketing.ts'
import { giveNonce } from './base/nonce.ts'
import { isForEveryone, refreshSession, signInPath, wasSignedIn } from './base/session.ts'
import { reloadThisTabWhenStale } from './base/stale-tab.ts'
import { isSignInPage } from './features/auth/pages.tsx'

giveNonce()
noteArrival()
reloadThisTabWhenStale()

// The sign-in pages are a separate bundle: they need no router, store or socket.
const { pathname, search, hash } = location

if (isSignInPage(pathname)) await import('./features/auth/start.tsx')
// Without a session the app would only redirect, and it is twice as large as the sign-in page.
else if (!isForEveryone(pathname) && !wasSignedIn() && !(await refreshSession()))
  location.replace(signInPath(`${pathname}${search}${hash}`))
else await import('./app/start.tsx')
