import { type ComponentProps, StrictMode } from 'react'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './Providers.tsx'

type Props = Omit<ComponentProps<typeof Providers>, 'children'> & Pick<ComponentProps<typeof RouterProvider>, 'router'>

/** All of the app: the same in the browser and where pages are rendered ahead, or the one could not go on with the other's. */
export const App = ({ router, ...providers }: Props) => (
  <StrictMode>
    <Providers {...providers}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
)
