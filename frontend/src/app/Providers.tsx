import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { RealtimeProvider } from '../realtime/context.tsx'
import type { Realtime } from '../realtime/events.ts'
import { resolver, theme } from '../ui/theme.ts'
import { styleNonce } from './nonce.ts'
import type { AppStore } from './store.ts'

/** The key that `scheme.js` reads before the first paint. */
const schemes = localStorageColorSchemeManager({ key: 'loreloom.scheme' })

export const Providers = ({
  store,
  realtime,
  children,
}: {
  store: AppStore
  realtime: Realtime
  children: ReactNode
}) => (
  <Provider store={store}>
    <RealtimeProvider realtime={realtime}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </RealtimeProvider>
  </Provider>
)
