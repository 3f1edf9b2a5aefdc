import type { RouteObject } from 'react-router'

/** The screens of lore, for below the shell. Each is fetched when it is gone to. */
export const conjurationRoutes: RouteObject[] = [
  {
    path: '/lore/view/:id',
    lazy: async () => ({ Component: (await import('./ConjurationScreen.tsx')).ConjurationScreen }),
  },
]
