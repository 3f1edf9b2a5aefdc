import type { RouteObject } from 'react-router'

/** The route of a campaign's folders, below the shell; its path is the folder ids from the root down. */
export const collectionRoutes: RouteObject[] = [
  {
    path: '/collections/*',
    lazy: async () => ({ Component: (await import('./CollectionsPage.tsx')).CollectionsPage }),
  },
]
