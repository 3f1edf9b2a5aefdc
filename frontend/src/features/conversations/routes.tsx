import type { RouteObject } from 'react-router'

const page = async () => ({ Component: (await import('./ConversationsPage.tsx')).ConversationsPage })

/** Routes of Weavy's conversations below the shell. One route serves all, so that opening another one does not remount the page. */
export const conversationRoutes: RouteObject[] = [{ path: '/conversations/:id?', lazy: page }]
