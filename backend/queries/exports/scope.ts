import type { Viewer, Visibility } from '#domain/access.ts'
import type { ImageFile } from '#domain/image-sizes.ts'
import type { LoreScope } from '#domain/lore-export-answers.ts'
import { viewerAs } from '#domain/rights.ts'
import { campaignRoles } from '#domain/roles.ts'
import type { Read } from '../../http/snapshot.ts'
import { asSeen, visible, visibleAs, visibleIn, visibleTo } from '../visible.ts'

interface ScopedFolder {
  id: string
  name: string
  /** Null is the root of the export. */
  parentId: string | null
  visibility: Visibility
}
interface ScopedLore {
  id: string
  name: string
  folderId: string | null
  visibility: Visibility
}
export interface ScopedPicture {
  id: string
  name: string
  file: ImageFile
  conjurationId: string | null
  primary: boolean
  visibility: Visibility
}

interface ExportContents {
  folders: ScopedFolder[]
  lore: ScopedLore[]
  pictures: ScopedPicture[]
}

/** Without a campaign, the scope is the user's content outside of all campaigns. */
export type Scope = Omit<LoreScope, 'campaignId'> & { campaignId: string | null }

/** No user has this id, so that a viewer with it sees what every member sees. */
const anyMember = '00000000-0000-0000-0000-000000000000'

export const readerOf = (
  viewer: Viewer,
  { campaignId, isForPlayers }: { campaignId: string; isForPlayers: boolean },
) => (isForPlayers ? viewerAs(anyMember, campaignId, campaignRoles.PLAYER) : viewer)

const folders = `select c.id, c.name, c.visibility, ${asSeen('c."parentCollectionId"', 'parentId')} from collections c
  where c."campaignId" = @campaignId and c."deletedAt" is null and ${visibleAs('c')} order by lower(c.name), c.id`

const ofCampaign = (a: string) => `${a}."campaignId" = @campaignId`
const ofNone = (a: string) => `${a}."campaignId" is null and ${a}."userId" = @userId`
type Place = typeof ofCampaign

/** Excludes lore in deleted folders, which is about to move to the Trash or to the root. */
const loreOf = (
  place: Place,
) => `select l.id, l.name, l.visibility, ${asSeen('l."collectionId"', 'folderId')} from conjurations l
  where ${place('l')} and l."deletedAt" is null and ${visibleAs('l')}
    and (@conjurationId::uuid is null or l.id = @conjurationId)
    and not exists (select from collections d where d.id = l."collectionId" and d."deletedAt" is not null)
  order by lower(l.name), l.id`

const pictureColumns = 'i.id, coalesce(i.name, \'\') as name, i.file, i."conjurationId", i."primary", a.visibility'
const picturesOf = (place: Place) => `select ${pictureColumns} from images i join access a on a.id = i.id
  where ${place('i')} and i."deletedAt" is null and i.file is not null and ${visible}
    and (i."conjurationId" = any(@loreIds::uuid[]) or (@isWhole and i."conjurationId" is null))
  order by i."primary" desc, i."createdAt", i.id`
const picturesById = `select ${pictureColumns} from images i join access a on a.id = i.id
  where i.id = any(@ids::uuid[]) and i."deletedAt" is null and i.file is not null and ${visible}`

/** Returns the folders below a folder, which becomes the root. */
const below = (all: readonly ScopedFolder[], root: string): ScopedFolder[] => {
  const childrenOf = Map.groupBy(all, ({ parentId }) => parentId)
  const found: ScopedFolder[] = []
  const add = (parent: string) => {
    for (const child of childrenOf.get(parent) ?? []) {
      found.push(parent === root ? { ...child, parentId: null } : child)
      add(child.id)
    }
  }
  add(root)
  return found
}

/** Lists what a viewer sees of a campaign, a folder or an entry, without its texts. */
export const contentsOf = async (read: Read, viewer: Viewer, scope: Scope): Promise<ExportContents> => {
  const { campaignId, collectionId, conjurationId } = scope
  const place = campaignId === null ? ofNone : ofCampaign
  const values = { ...(campaignId === null ? visibleTo(viewer) : visibleIn(viewer, campaignId)), conjurationId }
  const [allFolders, allLore] = await Promise.all([
    conjurationId === null && campaignId !== null ? read<ScopedFolder>(folders, values) : [],
    read<ScopedLore>(loreOf(place), values),
  ])
  const within = collectionId === null ? allFolders : below(allFolders, collectionId)
  const known = new Set(within.map(({ id }) => id))
  const inScope =
    collectionId === null
      ? allLore
      : allLore.filter(({ folderId }) => folderId === collectionId || known.has(folderId ?? ''))
  const placed = inScope.map((each) => ({ ...each, folderId: known.has(each.folderId ?? '') ? each.folderId : null }))
  const loreIds = placed.map(({ id }) => id)
  const isWhole = collectionId === null && conjurationId === null
  return {
    folders: within,
    lore: placed,
    pictures: await read<ScopedPicture>(picturesOf(place), { ...values, loreIds, isWhole }),
  }
}

/** Pictures that texts show, wherever they belong, as far as the viewer sees them. */
export const picturesNamed = async (read: Read, viewer: Viewer, ids: readonly string[]): Promise<ScopedPicture[]> =>
  ids.length === 0 ? [] : read<ScopedPicture>(picturesById, { ...visibleTo(viewer), ids })
