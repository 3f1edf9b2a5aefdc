import './ui/fonts.css'
import './ui/mantine.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { giveNonce } from './app/nonce.ts'
import { Providers } from './app/Providers.tsx'
import { createAppRouter } from './app/router.tsx'
import { reloadThisTabWhenStale } from './app/stale-tab.ts'
import { createAppStore } from './app/store.ts'
import { createRealtime } from './realtime/events.ts'
import { browserSocket } from './realtime/socket.ts'

giveNonce()
reloadThisTabWhenStale()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const realtime = createRealtime(browserSocket)
const store = createAppStore(realtime)

createRoot(root).render(
  <StrictMode>
    <Providers store={store} realtime={realtime}>
      <RouterProvider router={createAppRouter()} />
    </Providers>
  </StrictMode>,
)
