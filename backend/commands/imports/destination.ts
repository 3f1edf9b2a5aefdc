import type { Pool } from 'pg'
import type { Viewer } from '#domain/access.ts'
import { foldPath } from '#exchange/archive.ts'
import type { ImportPlan } from '#exchange/plan.ts'
import { reading } from '../../http/snapshot.ts'
import { visibleAs, visibleTo } from '../../queries/visible.ts'

/** The campaign, or the folder in it, that receives an import. */
interface Destination {
  campaignId: string
  /** Null is the root of the campaign. */
  into: string | null
}

const destinationQuery = `select coalesce(
    (select f.name from collections f where f.id = @into and f."campaignId" = @campaignId and ${visibleAs('f')}), k.name) as name,
  not exists (select from collections f where f."campaignId" = @campaignId and f."deletedAt" is null
    and f."parentCollectionId" is not distinct from @into and ${visibleAs('f')})
  and not exists (select from conjurations l where l."campaignId" = @campaignId and l."deletedAt" is null
    and l."collectionId" is not distinct from @into and ${visibleAs('l')}) as "isEmpty"
  from campaigns k where k.id = @campaignId`

/** Names of new folders, used if the folder would otherwise repeat the name of its destination. */
const fallbackFolderNames: Readonly<Record<ImportPlan['source'], string>> = {
  obsidian: 'From Obsidian',
  notion: 'From Notion',
  kanka: 'From Kanka',
  legendkeeper: 'From LegendKeeper',
  'world-anvil': 'From World Anvil',
  foundry: 'From Foundry VTT',
  docx: 'From Word',
  markdown: 'Imported',
}

const isSameName = (a: string, b: string) => foldPath(a.trim()) === foldPath(b.trim())

/**
 * The suggested name of the new folder of an import. Returns null if no folder is needed: for a single page, or if the empty destination
 * has the name of the world already.
 */
export const suggestFolder = async (
  pool: Pool,
  { name, source, pages, folders }: Pick<ImportPlan, 'name' | 'source' | 'pages' | 'folders'>,
  { campaignId, into }: Destination,
  viewer: Viewer,
): Promise<string | null> => {
  if (pages.length === 1 && folders.length === 0) return null
  const values = { ...visibleTo(viewer), campaignId, into }
  const [found] = await reading(pool)<{ name: string; isEmpty: boolean }>(destinationQuery, values)
  if (!found || !isSameName(name, found.name)) return name
  return found.isEmpty ? null : fallbackFolderNames[source]
}
