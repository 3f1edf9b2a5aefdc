import { useCallback, useState } from 'react'
import { type ConjurationIn, rootId } from './tree-nodes.ts'

const conjurationStep = 25
/** So many folders show their lore unasked; in a tree with thousands open, the others are asked for one by one. */
const mostUnasked = 100

/** Which folders' lore the tree shows, and how much of it: what is at the root, what comes into sight, and what was asked for. */
export const useTreeConjurations = () => {
  const [wanted, setWanted] = useState<Readonly<Record<string, number>>>({ [rootId]: conjurationStep })
  const [lore, setConjuration] = useState<ReadonlyMap<string, ConjurationIn>>(new Map())
  /** Grows with each new try of what could not be loaded. */
  const [tries, setTries] = useState(0)

  const onConjuration = useCallback((folder: string, found: ConjurationIn | undefined) => {
    setConjuration((before) => {
      const now = new Map(before)
      if (found) now.set(folder, found)
      else now.delete(folder)
      return now
    })
  }, [])
  const onSeen = useCallback((folders: readonly string[]) => {
    setWanted((before) => {
      const fresh = folders.filter((folder) => !(folder in before))
      const room = mostUnasked - Object.keys(before).length
      return fresh.length === 0 || room <= 0
        ? before
        : { ...before, ...Object.fromEntries(fresh.slice(0, room).map((folder) => [folder, conjurationStep])) }
    })
  }, [])
  const loadMore = (folder: string) => {
    if (lore.get(folder)?.state === 'failed') return setTries((before) => before + 1)
    setWanted((before) => ({ ...before, [folder]: (before[folder] ?? 0) + conjurationStep }))
  }
  return { wanted, lore, tries, onConjuration, onSeen, loadMore }
}
