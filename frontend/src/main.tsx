import './ui/fonts.css'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/base.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { noteArrival } from './app/marketing.ts'
import { giveNonce, styleNonce } from './app/nonce.ts'
import { createAppRouter } from './app/router.tsx'
import { reloadThisTabWhenStale } from './app/stale-tab.ts'
import { createAppStore } from './app/store.ts'
import { createRealtime } from './realtime/events.ts'
import { browserSocket } from './realtime/socket.ts'

giveNonce()
noteArrival()
reloadThisTabWhenStale()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const realtime = createRealtime(browserSocket())
const store = createAppStore(realtime)
const router = createAppRouter()
const app = <App {...{ store, realtime, router }} nonce={styleNonce()} />

/** Calls `then` once the first screen's files are here. */
const whenReady = (then: () => void) => {
  if (router.state.initialized) return then()
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    then()
  })
}

/** Whether what was rendered ahead is what this address leads to. */
const isAhead = ({ screen }: DOMStringMap) =>
  screen !== undefined && `${router.state.location.pathname}/`.startsWith(screen)

// What was rendered ahead stays until the program can go on with it, or has something else to show.
if (root.hasChildNodes())
  whenReady(() => (isAhead(root.dataset) ? hydrateRoot(root, app) : createRoot(root).render(app)))
else createRoot(root).render(app)
