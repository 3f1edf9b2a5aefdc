import type { RouteObject } from 'react-router'

/** Routes of lore screens below the shell. Each screen is loaded when visited. */
export const conjurationRoutes: RouteObject[] = [
  {
    path: '/lore/view/:id',
    lazy: async () => ({ Component: (await import('./ConjurationScreen.tsx')).ConjurationScreen }),
  },
]
