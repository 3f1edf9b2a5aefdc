import { fetchFiles } from '../../app/fetch-files.ts'
import { styleNonce } from '../../app/nonce.ts'
import { showApp } from '../../app/show-app.tsx'
import { AuthApp } from './AuthApp.tsx'
import { createBrowserPages } from './pages.tsx'

// While somebody types, the files of the screen that signing in leads to are fetched; without them it only stands a moment later.
addEventListener('input', () => void fetchFiles('/signed-in.json').catch(() => undefined), { once: true })

showApp(<AuthApp pages={createBrowserPages()} nonce={styleNonce()} />, location.pathname)
