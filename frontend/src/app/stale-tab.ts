interface Tab {
  /** This build: the address of its entry script. */
  build: string
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Whether the server is there to reload from. */
  answers: () => Promise<boolean>
  reload: () => void
}

const key = 'loreloom.reloaded-build'

/**
 * A screen's file is gone when a new version was deployed under an open tab: then the page is loaded anew, once for each build, so
 * that a file which is really missing shows its error instead of reloading forever. Without a server the tab keeps what it has.
 */
export const reloadWhenStale = (target: EventTarget, { build, storage, answers, reload }: Tab): void =>
  target.addEventListener('vite:preloadError', async () => {
    if (storage.getItem(key) === build || !(await answers())) return
    storage.setItem(key, build)
    reload()
  })

const answers = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** As this tab does it. */
export const reloadThisTabWhenStale = (): void =>
  reloadWhenStale(window, {
    build: import.meta.url,
    storage: sessionStorage,
    answers,
    reload: () => location.reload(),
  })

/** Because somebody asked for what did not come, as often as they do; without a server the tab keeps what it has, and `false` says so. */
export const reloadThisTab = async (): Promise<boolean> => {
  const isThere = await answers()
  if (isThere) location.reload()
  return isThere
}
