import type { RouteObject } from 'react-router'

const gallery: RouteObject['lazy'] = async () => ({ Component: (await import('./screens.tsx')).Images })

/** Routes of image screens below the shell. Each screen is loaded when visited. */
export const imageRoutes: RouteObject[] = [
  { path: '/images', lazy: gallery },
  { path: '/image-gallery', lazy: gallery },
  { path: '/images/:id', lazy: async () => ({ Component: (await import('./screens.tsx')).Image }) },
]

/** Battle maps, which are images of their own kind. */
export const mapRoutes: RouteObject[] = [
  { path: '/maps', lazy: async () => ({ Component: (await import('./map-screens.tsx')).Maps }) },
  { path: '/maps/:id', lazy: async () => ({ Component: (await import('./map-screens.tsx')).OneMap }) },
]

/** Routes of the screen that requests battle maps. The router guards them. */
export const mapGenerationRoutes: RouteObject[] = [
  { path: '/maps/generate', lazy: async () => ({ Component: (await import('./screens.tsx')).GenerateMap }) },
]
