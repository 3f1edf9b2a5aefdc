import {
  IconAlignLeft,
  IconBook2,
  IconCube,
  IconFile,
  IconFolder,
  IconFolderSymlink,
  IconLink,
  IconPhoto,
  IconVault,
  type TablerIcon,
} from '@tabler/icons-react'
import type { TrashLine } from '#projections/trash-answers.ts'

interface Kind {
  icon: TablerIcon
  unnamed: string
  /** URL of a restored item; undefined if it has none. */
  address?: (id: string) => string
}

/** Icons, names and URLs by kind of deleted item. */
export const kinds: Record<TrashLine['kind'], Kind> = {
  folder: { icon: IconFolder, unnamed: 'Untitled folder', address: (id) => `/collections/${id}` },
  lore: { icon: IconBook2, unnamed: 'Untitled lore', address: (id) => `/lore/view/${id}` },
  segment: { icon: IconAlignLeft, unnamed: 'Untitled content' },
  image: { icon: IconPhoto, unnamed: 'Untitled image', address: (id) => `/images/${id}` },
  model: { icon: IconCube, unnamed: 'Unnamed Model', address: (id) => `/models/${id}` },
  transcript: { icon: IconVault, unnamed: 'Untitled session', address: (id) => `/story-vault/${id}` },
  file: { icon: IconFile, unnamed: 'Unnamed file', address: () => '/campaign/edit/files' },
  // A restored copy may have another id.
  moved: { icon: IconFolderSymlink, unnamed: 'Untitled lore' },
  relationship: { icon: IconLink, unnamed: 'Relationship', address: () => '/relationships/graph' },
}

const things = (count: number) => (count === 1 ? '1 thing' : `${count.toLocaleString('en')} things`)

export const nameOf = ({ kind, name }: Pick<TrashLine, 'kind' | 'name'>): string => name.trim() || kinds[kind].unnamed

/**
 * Describes the items that were deleted along with the named one; `count` includes that one. Empty for a single item.
 */
export const whatOf = ({ kind, count }: Pick<TrashLine, 'kind' | 'count'>): string => {
  const others = count - 1
  if (kind === 'moved')
    return others > 0
      ? `and ${others.toLocaleString('en')} more, moved to another campaign`
      : 'moved to another campaign'
  if (kind === 'folder') return others > 0 ? `folder with ${things(others)} in it` : 'empty folder'
  return others > 0 ? `and ${others.toLocaleString('en')} more` : ''
}
