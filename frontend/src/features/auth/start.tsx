import { styleNonce } from '../../app/nonce.ts'
import { showApp } from '../../app/show-app.tsx'
import { AuthApp } from './AuthApp.tsx'
import { createBrowserPages } from './pages.tsx'

showApp(<AuthApp pages={createBrowserPages()} nonce={styleNonce()} />, location.pathname)
