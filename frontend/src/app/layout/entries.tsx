import {
  IconBook2,
  IconCube,
  IconLifebuoy,
  IconMapPin2,
  IconMessageCircle,
  IconPhoto,
  IconPlus,
  IconSettings,
  IconTopologyStar3,
  IconVault,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Capability } from '#domain/entitlements.ts'

export interface Entry {
  to: string
  label: string
  Icon: TablerIcon
  /** The capability that the entry requires. */
  needs?: Capability | undefined
}

export const entries: Entry[] = [
  { to: '/collections', label: 'Lore', Icon: IconBook2 },
  { to: '/relationships/graph', label: 'Relationships', Icon: IconTopologyStar3 },
  { to: '/images', label: 'Images', Icon: IconPhoto },
  { to: '/maps', label: 'Maps', Icon: IconMapPin2 },
  { to: '/models', label: '3D Models', Icon: IconCube },
  { to: '/conversations', label: 'Weavy', Icon: IconMessageCircle, needs: 'conversations' },
  { to: '/story-vault', label: 'Story Vault', Icon: IconVault },
]

export const manageEntries: Entry[] = [
  { to: '/campaign/edit', label: 'Manage Campaign', Icon: IconSettings },
  { to: '/campaigns/new', label: 'New Campaign', Icon: IconPlus },
]

export const supportIcon = <IconLifebuoy size={18} aria-hidden="true" />

/** Returns the path of the entry that a screen belongs to: lore and imports belong to the collections. */
const homeOf = (path: string) => (/^\/lore\/|^\/campaigns\/[^/]+\/import$/.test(path) ? '/collections' : path)

/** Returns true if the path starts with the entry's route. On a page opened from another screen, the path `from` of that screen counts. */
export const isActive = (to: string, pathname: string, from: string | null): boolean =>
  homeOf(from ?? pathname).startsWith(to)
