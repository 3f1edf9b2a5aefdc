import type { RouteObject } from 'react-router'

/** The library and its templates, for below the shell. */
export const templateRoutes: RouteObject[] = [
  { path: '/templates', lazy: async () => ({ Component: (await import('./TemplatesPage.tsx')).TemplatesPage }) },
  { path: '/templates/:id', lazy: async () => ({ Component: (await import('./DetailPage.tsx')).DetailPage }) },
]
