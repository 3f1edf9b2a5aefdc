import { startTransition } from 'react'
import type { Realtime } from '../realtime/events.ts'
import { createLateRealtime } from '../realtime/late.ts'
import { App } from './App.tsx'
import { styleNonce } from './nonce.ts'
import { createAppRouter } from './router.tsx'
import { showApp } from './show-app.tsx'
import { createAppStore } from './store.ts'

const retryMs = 2_000
const loadRealtime = (): Promise<Realtime> =>
  import('../realtime/socket.ts').then(
    ({ createBrowserRealtime }) => createBrowserRealtime(),
    () => new Promise<void>((resolve) => setTimeout(resolve, retryMs)).then(loadRealtime),
  )

const realtime = createLateRealtime(loadRealtime)
const store = createAppStore(realtime)
const router = createAppRouter()

const app = <App {...{ store, realtime, router }} nonce={styleNonce()} />
// React renders a transition in slices, between which the page answers keys and clicks. A form is not rendered so: what was typed and
// pressed early is taken over at once.
const show = () => startTransition(() => showApp(app, router.state.location.pathname))

// What was rendered ahead stays until the program can go on with it: once the first screen's files are here.
if (router.state.initialized || !document.getElementById('root')?.hasChildNodes()) show()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    show()
  })
}
