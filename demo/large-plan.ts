import { derivedId } from '../backend/commands/ids.ts'
import { folderName, loreName, oneOf, prose, type Random, seeded, tagsOf } from './grammar.ts'

/** Every fifth page is in the first folder, so that this folder has a long list. */
const shelfInterval = 5
/** Every tenth page is for DMs only. */
const hiddenInterval = 10

export interface MadeFolder {
  id: string
  name: string
  parentId: string | null
}

export interface MadePage {
  id: string
  campaignId: string
  collectionId: string | null
  name: string
  description: string
  tags: string[]
  visibility: 'DM' | 'CAMPAIGN'
}

/** The contents of a large campaign. Folders are grouped by level, parents first. */
export interface LargePlan {
  name: string
  campaignId: string
  levels: MadeFolder[][]
  pages: MadePage[]
  idOf(kind: string, n: number): string
}

/** Plans `size` pages of lore in half as many folders, up to four levels deep. The same size gives the same plan. */
export function planLarge(size: number): LargePlan {
  const name = `The Endless Coast (${size})`
  const idOf = (kind: string, n: number) => derivedId('demo', name, kind, n)
  const random = seeded(size)
  const campaignId = idOf('campaign', 0)
  const levels = foldersOf(random, Math.round(size / 2), (n) => idOf('folder', n))
  const folders = levels.flat()
  const pages = Array.from(
    { length: size },
    (_, n): MadePage => ({
      id: idOf('page', n),
      campaignId,
      collectionId: (n % shelfInterval === 0 ? folders[0] : oneOf(random, folders))?.id ?? null,
      name: loreName(random),
      description: prose(random),
      tags: tagsOf(random),
      visibility: n % hiddenInterval === 3 ? 'DM' : 'CAMPAIGN',
    }),
  )
  return { name, campaignId, levels, pages, idOf }
}

/** Few folders at the root, more below them, most at the bottom. */
const foldersOf = (random: Random, count: number, idOf: (n: number) => string): MadeFolder[][] => {
  const levels: MadeFolder[][] = []
  let made = 0
  for (const share of [0.005, 0.05, 0.3, 1]) {
    const above = levels.at(-1)
    const until = Math.max(made + 1, Math.round(count * share))
    const level: MadeFolder[] = []
    for (; made < Math.min(until, count); made++)
      level.push({ id: idOf(made), name: folderName(random), parentId: above ? oneOf(random, above).id : null })
    if (level.length > 0) levels.push(level)
  }
  const [shelf] = levels[0] ?? []
  if (shelf) shelf.name = 'The Unsorted Shelf'
  return levels
}
