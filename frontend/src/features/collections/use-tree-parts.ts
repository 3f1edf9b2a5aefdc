import { useCallback, useEffect, useState } from 'react'
import { childrenPage } from '../../data/fetch-collections.ts'
import { rootId, type TreePart } from './tree-nodes.ts'

/** The number of a folder's items that the tree shows. */
export interface Wanted {
  folders: number
  lore: number
}
const conjurationStep = 25
const first: Wanted = { folders: childrenPage, lore: conjurationStep }
/** The maximum number of expanded folders that load by themselves when visible. Others load by their “Load More” rows. */
const autoLoadLimit = 100

/** The loaded parts of the tree: the root, the folders on `path`, visible ones, and requested ones. */
export const useTreeParts = (path: readonly string[], opened: ReadonlySet<string>) => {
  const [wanted, setWanted] = useState<Readonly<Record<string, Wanted>>>({ [rootId]: first })
  const [parts, setParts] = useState<ReadonlyMap<string, TreePart>>(new Map())
  /** Incremented by each retry of a failed part. */
  const [tries, setTries] = useState(0)

  const onPart = useCallback((folder: string, part: TreePart | undefined) => {
    setParts((before) => {
      const now = new Map(before)
      if (part) now.set(folder, part)
      else now.delete(folder)
      return now
    })
  }, [])
  const onSeen = useCallback(
    (folders: readonly string[]) =>
      setWanted((before) => {
        const fresh = folders.filter((folder) => !(folder in before))
        const room = autoLoadLimit - Object.keys(before).filter((folder) => opened.has(folder)).length
        return fresh.length === 0 || room <= 0
          ? before
          : { ...before, ...Object.fromEntries(fresh.slice(0, room).map((folder) => [folder, first])) }
      }),
    [opened],
  )
  const way = path.join()
  useEffect(() => onSeen(way.split(',').filter(Boolean)), [way, onSeen])

  const loadMore = (folder: string) => {
    const part = parts.get(folder)
    if (part?.state === 'failed') return setTries((before) => before + 1)
    setWanted((before) => {
      const now = before[folder]
      if (!now || !part) return { ...before, [folder]: now ?? first }
      const isAll = part.folders >= part.foldersInAll
      const more = isAll ? { lore: now.lore + conjurationStep } : { folders: now.folders + childrenPage }
      return { ...before, [folder]: { ...now, ...more } }
    })
  }
  const isWayLoaded = path.every((id) => !(id in wanted) || (parts.get(id)?.state ?? 'coming') !== 'coming')
  return { wanted, parts, tries, onPart, onSeen, loadMore, isWayLoaded }
}
