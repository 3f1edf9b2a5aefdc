import { createContext, use, useEffect, useSyncExternalStore } from 'react'

/** An entry of the browser's history. */
interface Entry {
  url: URL
  state: unknown
}

interface Options {
  replace?: boolean
  state?: unknown
}

/** Navigation between the sign-in pages, which are outside of the app's router. */
export interface Pages {
  current: () => Entry
  subscribe: (changed: () => void) => () => void
  /** Navigates to a URL. If it is not a sign-in page, the browser loads it. */
  go: (to: string, options?: Options) => void
}

export const isSignInPage = (pathname: string): boolean =>
  ['/auth/login', '/auth/password-reset', '/auth/password-migration'].includes(pathname)

const inBrowser = (): Entry => ({ url: new URL(location.href), state: history.state })

export const createBrowserPages = (): Pages => {
  const listeners = new Set<() => void>()
  let entry = inBrowser()
  const change = () => {
    entry = inBrowser()
    for (const listener of listeners) listener()
  }
  addEventListener('popstate', change)
  return {
    current: () => entry,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    go(to, { replace = false, state = null } = {}) {
      const { pathname, href } = new URL(to, location.origin)
      if (isSignInPage(pathname)) {
        if (replace) history.replaceState(state, '', href)
        else history.pushState(state, '', href)
        change()
      } else if (replace) location.replace(href)
      else location.assign(href)
    },
  }
}

/** Creates the navigation of a prerendered page: its URL is fixed, and `go` does nothing. */
export const createFixedPage = (path: string): Pages => {
  const entry = { url: new URL(path, 'http://localhost'), state: null }
  return { current: () => entry, subscribe: () => () => {}, go: () => {} }
}

const PagesContext = createContext<Pages | null>(null)
export const PagesProvider = PagesContext.Provider

export const usePages = () => {
  const pages = use(PagesContext)
  if (!pages) throw new Error('usePages is for the sign-in pages')
  const { url, state } = useSyncExternalStore(pages.subscribe, pages.current, pages.current)
  return { path: url.pathname, query: url.searchParams, state, go: pages.go }
}

/** Navigates to a URL as soon as it is rendered. */
export const LeadTo = ({ to }: { to: string }) => {
  const { go } = usePages()
  useEffect(() => go(to, { replace: true }), [go, to])
  return null
}
