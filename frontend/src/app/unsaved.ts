/** Words that are typed and not stored. */
export interface Unsaved {
  /** Whether something would be lost if the page went away now. */
  isUnsaved: () => boolean
  /** Stores it, where that is done without asking. */
  save?: () => void
}

const known = new Set<Unsaved>()
let isGoing = false

/** While this page may be going away: what is sent now has to outlive it. */
export const isLeaving = (): boolean => isGoing

const saveAll = () => {
  isGoing = true
  for (const { save } of known) save?.()
  // Who stays after all has a page again, whose requests are answered.
  setTimeout(() => {
    isGoing = false
  })
}
/** Asked for by the browser before a tab with words that are on their way is closed. They go meanwhile: it may be the last moment. */
const stay = (event: BeforeUnloadEvent) => {
  if ([...known].some(({ isUnsaved }) => isUnsaved())) event.preventDefault()
  saveAll()
}
// On a phone a tab that is put aside may never come back, and nobody is told.
const putAside = () => {
  if (document.visibilityState === 'hidden') saveAll()
}

/** Looks after somebody's words until what it answers is called. */
export const watchUnsaved = (unsaved: Unsaved): (() => void) => {
  if (known.size === 0) {
    addEventListener('beforeunload', stay)
    addEventListener('pagehide', saveAll)
    document.addEventListener('visibilitychange', putAside)
  }
  known.add(unsaved)
  return () => {
    known.delete(unsaved)
    if (known.size > 0) return
    // A browser keeps pages that listen for these out of its memory for Back.
    removeEventListener('beforeunload', stay)
    removeEventListener('pagehide', saveAll)
    document.removeEventListener('visibilitychange', putAside)
  }
}
