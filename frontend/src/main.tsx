import './ui/fonts.css'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/base.css'
import { noteArrival } from './app/marketing.ts'
import { giveNonce } from './app/nonce.ts'
import { reloadThisTabWhenStale } from './app/stale-tab.ts'
import { isSignInPage } from './features/auth/pages.tsx'

giveNonce()
noteArrival()
reloadThisTabWhenStale()

// The sign-in pages are a program of their own: they need no router, no store and no socket.
if (isSignInPage(location.pathname)) await import('./features/auth/start.tsx')
else await import('./app/start.tsx')
