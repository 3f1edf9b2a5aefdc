import './ui/fonts.css'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/base.css'
import { noteArrival } from './app/marketing.ts'
import { giveNonce } from './app/nonce.ts'
import { isForEveryone, refreshSession, signInPath, wasSignedIn } from './app/session.ts'
import { reloadThisTabWhenStale } from './app/stale-tab.ts'
import { isSignInPage } from './features/auth/pages.tsx'

giveNonce()
noteArrival()
reloadThisTabWhenStale()

// The sign-in pages are a program of their own: they need no router, no store and no socket.
const { pathname, search, hash } = location

if (isSignInPage(pathname)) await import('./features/auth/start.tsx')
// The app would find that nobody is signed in, and weighs twice as much as the page that it then leads to.
else if (!isForEveryone(pathname) && !wasSignedIn() && !(await refreshSession()))
  location.replace(signInPath(`${pathname}${search}${hash}`))
else await import('./app/start.tsx')
