import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { Found } from '#projections/answers.ts'

/** What a kind is called, and where a thing of it opens. A folder's own page leads to where the folder hangs now. */
export const kinds: Record<Found['kind'], { name: string; to: (id: string) => string }> = {
  LORE: { name: 'Lore', to: (id) => `/lore/view/${id}` },
  FOLDER: { name: 'Folder', to: (id) => `/collections/${id}` },
  MAP: { name: 'Map', to: (id) => `/maps/${id}` },
  IMAGE: { name: 'Image', to: (id) => `/images/${id}` },
}

export const nameOf = ({ name }: Pick<Found, 'name'>): string => name || untitledConjuration
