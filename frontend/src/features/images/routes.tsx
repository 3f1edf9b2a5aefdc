import type { RouteObject } from 'react-router'

const gallery: RouteObject['lazy'] = async () => ({ Component: (await import('./screens.tsx')).Images })

/** The screens of images, for below the shell. Each is fetched when it is gone to. */
export const imageRoutes: RouteObject[] = [
  { path: '/images', lazy: gallery },
  { path: '/image-gallery', lazy: gallery },
  { path: '/images/:id', lazy: async () => ({ Component: (await import('./screens.tsx')).Image }) },
]

/** Battle maps, which are pictures of their own kind. */
export const mapRoutes: RouteObject[] = [
  { path: '/maps', lazy: async () => ({ Component: (await import('./map-screens.tsx')).Maps }) },
  { path: '/maps/:id', lazy: async () => ({ Component: (await import('./map-screens.tsx')).OneMap }) },
]

/** Asking for battle maps; who may is the router's to say. */
export const mapGenerationRoutes: RouteObject[] = [
  { path: '/maps/generate', lazy: async () => ({ Component: (await import('./screens.tsx')).GenerateMap }) },
]
