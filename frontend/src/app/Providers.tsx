import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { RealtimeProvider } from '../realtime/context.tsx'
import type { Realtime } from '../realtime/events.ts'
import { resolver, theme } from '../ui/theme.ts'
import type { AppStore } from './store.ts'

/** The key that the page reads before the first paint, in `index.html`. */
const schemes = localStorageColorSchemeManager({ key: 'loreloom.scheme' })

export const Providers = ({
  store,
  realtime,
  nonce,
  children,
}: {
  store: AppStore
  realtime: Realtime
  /** What the CSP asks of every style tag. */
  nonce: string
  children: ReactNode
}) => (
  <Provider store={store}>
    <RealtimeProvider realtime={realtime}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {children}
      </MantineProvider>
    </RealtimeProvider>
  </Provider>
)
