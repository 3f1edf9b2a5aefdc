import type { RouteObject } from 'react-router'

/** The screens of lore, for below the shell. Each is fetched when it is gone to. */
export const loreRoutes: RouteObject[] = [
  { path: '/lore/view/:id', lazy: async () => ({ Component: (await import('./LoreScreen.tsx')).LoreScreen }) },
]
