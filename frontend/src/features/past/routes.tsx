import type { RouteObject } from 'react-router'

/** A campaign as it was, for below the shell. */
export const pastRoutes: RouteObject[] = [
  {
    path: '/campaigns/:campaignId/past',
    lazy: async () => ({ Component: (await import('./PastScreen.tsx')).PastScreen }),
  },
]
