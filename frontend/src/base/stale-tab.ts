interface Tab {
  /** URL of this build's entry script. */
  build: string
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Returns true if the server is reachable for a reload. */
  answers: () => Promise<boolean>
  reload: () => void
}

const key = 'loreloom.reloaded-build'

/**
 * Reloads the page when a screen's file is missing because a new version was deployed. Once per build, so that a file
 * which is really missing shows its error instead of reloading forever. Without a server the tab is not reloaded.
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

/** Installs `reloadWhenStale` for this tab. */
export const reloadThisTabWhenStale = (): void =>
  reloadWhenStale(window, {
    build: import.meta.url,
    storage: sessionStorage,
    answers,
    reload: () => location.reload(),
  })

/** Reloads at the user's request, without a limit; without a server the tab is not reloaded and `false` is returned. */
export const reloadThisTab = async (): Promise<boolean> => {
  const isThere = await answers()
  if (isThere) location.reload()
  return isThere
}
