import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { App } from './app/App.tsx'
import { aroundScreens } from './app/around-screens.tsx'
import { SignedIn } from './app/guards.tsx'
import { createAppStore } from './app/store.ts'
import { AuthApp } from './features/auth/AuthApp.tsx'
import { createFixedPage, isSignInPage } from './features/auth/pages.tsx'
import { createLateRealtime } from './realtime/late.ts'

/** Nobody is signed in yet, so the guard shows the frame of what is behind it. */
const routes: RouteObject[] = [{ path: '*', element: <SignedIn /> }]

/** What the browser shows first at `path`, until the program runs there and goes on with it. `title` is null where it is the app's. */
export const prerender = (path: string, nonce: string): { title: string | null; html: string } => {
  if (isSignInPage(path.replace(/\?.*$/, ''))) return rendered(<AuthApp pages={createFixedPage(path)} nonce={nonce} />)
  // No stream starts without a signed-in user.
  const realtime = createLateRealtime(() => Promise.reject(new Error('Pages are rendered ahead without a stream')))
  const router = createMemoryRouter(aroundScreens(routes), { initialEntries: [path] })
  try {
    return rendered(<App {...{ realtime, router, nonce }} store={createAppStore(realtime)} />)
  } finally {
    router.dispose()
  }
}

/** React puts a page's title first; its place is in the page's head. */
const rendered = (app: ReactNode) => {
  const [, title = null, html = ''] = /^(?:<title>(.*?)<\/title>)?(.*)$/s.exec(renderToString(app)) ?? []
  return { title, html }
}
