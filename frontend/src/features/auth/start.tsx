import { fetchFiles } from '../../base/fetch-files.ts'
import { styleNonce } from '../../base/nonce.ts'
import { showApp } from '../../base/show-app.tsx'
import { AuthApp } from './AuthApp.tsx'
import { createBrowserPages } from './pages.tsx'

// Preloads the files of the next screen while the user types. If that fails, the next screen only appears later.
addEventListener('input', () => void fetchFiles('/signed-in.json').catch(() => undefined), { once: true })

showApp(<AuthApp pages={createBrowserPages()} nonce={styleNonce()} />, location.pathname)
