import {
  IconAlignLeft,
  IconBook2,
  IconFile,
  IconFolder,
  IconFolderSymlink,
  IconLink,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react'
import type { TrashLine } from '#projections/answers.ts'

interface Kind {
  icon: TablerIcon
  unnamed: string
  /** Where what was restored is seen again; absent where it has no address of its own. */
  address?: (id: string) => string
}

/** What can lie in the Trash, a line for each kind. */
export const kinds: Record<TrashLine['kind'], Kind> = {
  folder: { icon: IconFolder, unnamed: 'Untitled folder', address: (id) => `/collections/${id}` },
  lore: { icon: IconBook2, unnamed: 'Untitled lore', address: (id) => `/lore/view/${id}` },
  segment: { icon: IconAlignLeft, unnamed: 'Untitled content' },
  image: { icon: IconPhoto, unnamed: 'Untitled image', address: (id) => `/images/${id}` },
  file: { icon: IconFile, unnamed: 'Unnamed file', address: () => '/campaign/edit/files' },
  // It may be a copy that comes back, which has an address of its own.
  moved: { icon: IconFolderSymlink, unnamed: 'Untitled lore' },
  relationship: { icon: IconLink, unnamed: 'Relationship', address: () => '/relationships/graph' },
}

const things = (count: number) => (count === 1 ? '1 thing' : `${count.toLocaleString('en')} things`)

export const nameOf = ({ kind, name }: Pick<TrashLine, 'kind' | 'name'>): string => name.trim() || kinds[kind].unnamed

/** What was deleted along with what the line is named after; `count` counts that too. Empty for a thing by itself. */
export const whatOf = ({ kind, count }: Pick<TrashLine, 'kind' | 'count'>): string => {
  const others = count - 1
  if (kind === 'moved')
    return others > 0
      ? `and ${others.toLocaleString('en')} more, moved to another campaign`
      : 'moved to another campaign'
  if (kind === 'folder') return others > 0 ? `folder with ${things(others)} in it` : 'empty folder'
  return others > 0 ? `and ${others.toLocaleString('en')} more` : ''
}
