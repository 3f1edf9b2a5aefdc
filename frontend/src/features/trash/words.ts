import type { TrashLine } from '#projections/answers.ts'

const unnamed = {
  folder: 'Untitled folder',
  lore: 'Untitled lore',
  image: 'Untitled image',
  file: 'Unnamed file',
  relationship: 'Relationship',
  segment: 'Untitled content',
}
const more: Record<TrashLine['kind'], (others: number) => string> = {
  folder: (others) => `folder with ${others === 1 ? '1 thing' : `${others.toLocaleString('en')} things`} in it`,
  lore: (others) => `and ${others.toLocaleString('en')} more`,
  segment: (others) => `and ${others.toLocaleString('en')} more`,
  image: (others) => `and ${others.toLocaleString('en')} more`,
  file: (others) => `and ${others.toLocaleString('en')} more`,
  relationship: (others) => `and ${others.toLocaleString('en')} more`,
}

export const nameOf = ({ kind, name }: Pick<TrashLine, 'kind' | 'name'>): string => name.trim() || unnamed[kind]

/** What was deleted along with what the line is named after; `count` counts that too. Empty for a thing by itself. */
export const whatOf = ({ kind, count }: Pick<TrashLine, 'kind' | 'count'>): string => {
  if (count > 1) return more[kind](count - 1)
  return kind === 'folder' ? 'empty folder' : ''
}
