import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { Themed } from '../base/Themed.tsx'
import { RealtimeProvider } from '../realtime/context.tsx'
import type { Realtime } from '../realtime/events.ts'
import type { AppStore } from '../realtime/store.ts'

export const Providers = ({
  store,
  realtime,
  nonce,
  children,
}: {
  store: AppStore
  realtime: Realtime
  /** The nonce that the CSP requires for style tags. */
  nonce: string
  children: ReactNode
}) => (
  <Provider store={store}>
    <RealtimeProvider realtime={realtime}>
      <Themed nonce={nonce}>{children}</Themed>
    </RealtimeProvider>
  </Provider>
)
