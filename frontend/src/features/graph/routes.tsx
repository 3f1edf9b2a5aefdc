import type { RouteObject } from 'react-router'

/** How a campaign's lore hangs together, for below the shell. */
export const graphRoutes: RouteObject[] = [
  {
    path: '/relationships/graph',
    lazy: async () => ({ Component: (await import('./GraphScreen.tsx')).GraphScreen }),
  },
]
