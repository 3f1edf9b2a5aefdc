import { Navigate, type RouteObject } from 'react-router'
import { RouteError } from '../../base/RouteError.tsx'

/** Screens below `/admin`, each loaded when it is visited. */
export const adminRoutes: RouteObject[] = [
  {
    // Errors are rendered inside the shell, so that its navigation stays on screen.
    errorElement: <RouteError />,
    children: [
      { index: true, element: <Navigate to="/admin/users" replace /> },
      { path: 'users', lazy: async () => ({ Component: (await import('./users/UsersPage.tsx')).UsersPage }) },
      {
        path: 'users/:userId/events',
        lazy: async () => ({ Component: (await import('./events/EventsPage.tsx')).EventsPage }),
      },
      { path: 'find', lazy: async () => ({ Component: (await import('./find/FindPage.tsx')).FindPage }) },
      {
        path: 'reconciliation',
        lazy: async () => ({
          Component: (await import('./ReconciliationPage.tsx')).ReconciliationPage,
        }),
      },
      { path: 'health', lazy: async () => ({ Component: (await import('./health/HealthPage.tsx')).HealthPage }) },
      {
        path: 'payments',
        lazy: async () => ({ Component: (await import('./payments/PaymentsPage.tsx')).PaymentsPage }),
      },
      {
        path: 'coupons',
        lazy: async () => ({ Component: (await import('./coupons/CouponsPage.tsx')).CouponsPage }),
      },
      {
        path: 'support',
        lazy: async () => ({ Component: (await import('./support/SupportPage.tsx')).SupportPage }),
      },
      {
        path: 'support/templates',
        lazy: async () => ({
          Component: (await import('./support/ReplyTemplatesPage.tsx')).ReplyTemplatesPage,
        }),
      },
      {
        path: 'experiments',
        lazy: async () => ({ Component: (await import('./ExperimentsPage.tsx')).ExperimentsPage }),
      },
      { path: 'outbox', lazy: async () => ({ Component: (await import('./outbox/OutboxPage.tsx')).OutboxPage }) },
    ],
  },
]
