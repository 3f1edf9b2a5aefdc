import type { ReactNode } from 'react'
import { type ComponentProps, StrictMode } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { Themed } from '../base/Themed.tsx'
import { RealtimeProvider } from '../realtime/context.tsx'
import type { Realtime } from '../realtime/events.ts'
import type { AppStore } from '../realtime/store.ts'

const Providers = ({
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

type Props = Omit<ComponentProps<typeof Providers>, 'children'> & Pick<ComponentProps<typeof RouterProvider>, 'router'>

/** The root of the app. Browser and prerendering use the same elements; otherwise the browser could not hydrate prerendered pages. */
export const App = ({ router, ...providers }: Props) => (
  <StrictMode>
    <Providers {...providers}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
)
