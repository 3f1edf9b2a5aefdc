/** Typed text that is not stored yet. */
export interface Unsaved {
  /** Returns true if closing the page now would lose input. */
  isUnsaved: () => boolean
  /** Saves the input, if that needs no confirmation. */
  save?: () => void
}

const sources = new Set<Unsaved>()
let isGoing = false

/** True while the page may be closing: a request that starts now must outlive it. */
export const isLeaving = (): boolean => isGoing

const saveAll = () => {
  isGoing = true
  for (const { save } of sources) save?.()
  // If the page stays open, it handles responses again.
  setTimeout(() => {
    isGoing = false
  })
}
/**
 * Makes the browser request a confirmation before a tab with unsaved input is closed. The input is saved at the same time,
 * because this may be the last chance.
 */
const stay = (event: BeforeUnloadEvent) => {
  if ([...sources].some(({ isUnsaved }) => isUnsaved())) event.preventDefault()
  saveAll()
}
// A mobile browser may end a hidden tab without a further event.
const saveWhenHidden = () => {
  if (document.visibilityState === 'hidden') saveAll()
}

/** Registers unsaved input until the returned function is called. */
export const watchUnsaved = (unsaved: Unsaved): (() => void) => {
  if (sources.size === 0) {
    addEventListener('beforeunload', stay)
    addEventListener('pagehide', saveAll)
    document.addEventListener('visibilitychange', saveWhenHidden)
  }
  sources.add(unsaved)
  return () => {
    sources.delete(unsaved)
    if (sources.size > 0) return
    // These listeners exclude a page from the back-forward cache.
    removeEventListener('beforeunload', stay)
    removeEventListener('pagehide', saveAll)
    document.removeEventListener('visibilitychange', saveWhenHidden)
  }
}
