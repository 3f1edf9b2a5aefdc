import type { RouteObject } from 'react-router'

/** Routes of 3D models below the shell. The renderer is loaded by the screen of a model alone. */
export const modelRoutes: RouteObject[] = [
  { path: '/models', lazy: async () => ({ Component: (await import('./screens.tsx')).Models }) },
  { path: '/models/:id', lazy: async () => ({ Component: (await import('./screens.tsx')).OneModel }) },
]
