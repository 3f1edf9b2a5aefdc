import { useEffect, useState } from 'react'
import { z } from 'zod'
import { rootId } from './tree-nodes.ts'

const keyOf = (campaignId: string) => `loreloom.tree.${campaignId}`

const stored = (campaignId: string): string[] => {
  try {
    return z.array(z.string()).parse(JSON.parse(sessionStorage.getItem(keyOf(campaignId)) ?? ''))
  } catch {
    return [rootId]
  }
}

/** The expanded folders of the tree, stored per tab; those on `path` expand by themselves. */
export const useOpened = (campaignId: string, path: readonly string[]) => {
  const [opened, setOpened] = useState(() => stored(campaignId))
  const way = path.join()
  useEffect(() => {
    setOpened((before) => {
      const missing = [rootId, ...way.split(',')].filter((id) => id && !before.includes(id))
      return missing.length > 0 ? [...before, ...missing] : before
    })
  }, [way])
  useEffect(() => sessionStorage.setItem(keyOf(campaignId), JSON.stringify(opened)), [campaignId, opened])
  return [opened, setOpened] as const
}
