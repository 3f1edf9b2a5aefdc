import type { Visibility } from '#domain/access.ts'
import type { DemoPerson } from './people.ts'

/** A folder of the demo campaign. `first` holds its name and parent at creation, where they differ. */
export interface Folder {
  /** Names from the root down, joined by ` › `. */
  path: string
  by: DemoPerson
  visibility?: Visibility
  first?: { name?: string; parent?: string }
  /** Marks a folder that is deleted at the end of the filling, with its contents. */
  deleted?: true
}

/** Parents before their children. */
export const folders: readonly Folder[] = [
  { path: 'Bells', by: 'Tomasz', first: { name: 'Bells and other promises' } },
  { path: 'People', by: 'Tomasz' },
  { path: 'People › The Party', by: 'Petra' },
  { path: 'People › Townsfolk', by: 'Tomasz' },
  { path: 'Places', by: 'Tomasz', first: { name: 'Locations' } },
  { path: 'Places › The High City', by: 'Tomasz' },
  { path: 'Places › The Drowned Quarter', by: 'Tomasz' },
  { path: 'Places › The Drowned Quarter › Chapels', by: 'Tomasz', first: { parent: '' } },
  { path: 'Places › The Drowned Quarter › Streets Below the Tide', by: 'Tomasz' },
  { path: 'Places › The Coast', by: 'Tomasz' },
  { path: 'Factions', by: 'Tomasz' },
  { path: 'Quests', by: 'Ines' },
  { path: 'Quests › Open', by: 'Ines' },
  { path: 'Quests › Settled', by: 'Ines' },
  { path: 'Things of Worth', by: 'Tomasz' },
  { path: 'Rumours', by: 'Idris' },
  { path: 'Sessions', by: 'Wren' },
  { path: 'For the DM Only', by: 'Tomasz', visibility: 'DM' },
  { path: 'For the DM Only › Beneath the Seventh', by: 'Tomasz', visibility: 'DM' },
  { path: "Mina's Prayer Book", by: 'Petra', visibility: 'PRIVATE' },
  { path: 'Cutting-room Floor', by: 'Tomasz', deleted: true },
]

/** Splits a path into the parent's path and the folder's own name. */
export const splitPath = (path: string): { parent: string; name: string } => {
  const names = path.split(' › ')
  return { parent: names.slice(0, -1).join(' › '), name: names.at(-1) ?? '' }
}
