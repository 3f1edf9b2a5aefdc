import { startTransition } from 'react'
import { styleNonce } from '../base/nonce.ts'
import { showApp } from '../base/show-app.tsx'
import type { Realtime } from '../realtime/events.ts'
import { createLateRealtime } from '../realtime/late.ts'
import { createAppStore } from '../realtime/store.ts'
import { App } from './App.tsx'
import { createAppRouter } from './router.tsx'

const retryMs = 2_000
const loadRealtime = (): Promise<Realtime> =>
  import('../realtime/socket.ts').then(
    ({ createBrowserRealtime }) => createBrowserRealtime(),
    () => new Promise<void>((resolve) => setTimeout(resolve, retryMs)).then(loadRealtime),
  )

const realtime = createLateRealtime(loadRealtime)
const store = createAppStore(realtime)
const router = createAppRouter()

const app = <App store={store} realtime={realtime} router={router} nonce={styleNonce()} />
// React renders a transition in slices, between which the page handles keys and clicks. Forms are not rendered this
// way: early input is restored at once.
const show = () => startTransition(() => showApp(app, router.state.location.pathname))

// Prerendered content stays until the first screen's files are loaded and the app can hydrate it.
if (router.state.initialized || !document.getElementById('root')?.hasChildNodes()) show()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    show()
  })
}
