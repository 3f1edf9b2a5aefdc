import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { App } from './app/App.tsx'
import { aroundScreens } from './app/around-screens.tsx'
import { SignedIn } from './app/guards.tsx'
import { AuthApp } from './features/auth/AuthApp.tsx'
import { createFixedPage, isSignInPage } from './features/auth/pages.tsx'
import { createLateRealtime } from './realtime/late.ts'
import { createAppStore } from './realtime/store.ts'

/** Without a session, the guard renders the frame of the screen behind it. */
const routes: RouteObject[] = [{ path: '*', element: <SignedIn /> }]

/**
 * Renders the page at `path` as the browser shows it until the app hydrates it. `title` is null for the app's default.
 */
export const prerender = (path: string, nonce: string): { title: string | null; html: string } => {
  if (isSignInPage(path.replace(/\?.*$/, ''))) return rendered(<AuthApp pages={createFixedPage(path)} nonce={nonce} />)
  // No stream starts without a signed-in user.
  const realtime = createLateRealtime(() => Promise.reject(new Error('Pages are rendered ahead without a stream')))
  const router = createMemoryRouter(aroundScreens(routes), { initialEntries: [path] })
  try {
    return rendered(<App realtime={realtime} router={router} nonce={nonce} store={createAppStore(realtime)} />)
  } finally {
    router.dispose()
  }
}

/** React renders a page's title first; it belongs into the page's head. */
const rendered = (app: ReactNode) => {
  const [, title = null, html = ''] = /^(?:<title>(.*?)<\/title>)?(.*)$/s.exec(renderToString(app)) ?? []
  return { title, html }
}
