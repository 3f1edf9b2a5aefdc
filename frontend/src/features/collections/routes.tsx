import type { RouteObject } from 'react-router'

/** The folders of a campaign, for below the shell; the path is the ids from the root down. */
export const collectionRoutes: RouteObject[] = [
  {
    path: '/collections/*',
    lazy: async () => ({ Component: (await import('./CollectionsPage.tsx')).CollectionsPage }),
  },
]
