import type { RouteObject } from 'react-router'
import { RouteError } from '../../base/RouteError.tsx'

/** Screens below `/audit`, each loaded when it is visited. */
export const auditRoutes: RouteObject[] = [
  {
    // Errors are rendered inside the shell, so that its navigation stays on screen.
    errorElement: <RouteError />,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./accounts/AccountsPage.tsx')).AccountsPage }),
      },
      { path: 'replay', lazy: async () => ({ Component: (await import('./accounts/ReplayPage.tsx')).ReplayPage }) },
      {
        path: 'accounts/:accountId',
        lazy: async () => ({ Component: (await import('./account/AccountPage.tsx')).AccountPage }),
      },
      {
        path: 'reconciliation',
        lazy: async () => ({ Component: (await import('./AuditReconciliation.tsx')).AuditReconciliation }),
      },
      {
        path: 'exports',
        lazy: async () => ({ Component: (await import('./exports/ExportsPage.tsx')).ExportsPage }),
      },
    ],
  },
]
