import type { RouteObject } from 'react-router'

const page = async () => ({ Component: (await import('./ConversationsPage.tsx')).ConversationsPage })

/** Weavy's conversations, for below the shell. One route for all, so that opening another one replaces nothing around it. */
export const conversationRoutes: RouteObject[] = [{ path: '/conversations/:id?', lazy: page }]
