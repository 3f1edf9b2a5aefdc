import type { RouteObject } from 'react-router'

/** The route of a campaign's relationship graph, below the shell. */
export const graphRoutes: RouteObject[] = [
  {
    path: '/relationships/graph',
    lazy: async () => ({ Component: (await import('./GraphScreen.tsx')).GraphScreen }),
  },
]
