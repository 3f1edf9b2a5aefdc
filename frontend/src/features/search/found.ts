import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { Found } from '#projections/answers.ts'

interface Kind {
  name: string
  to: (id: string) => string
}

/** Name and URL of each kind of result. A folder's own URL redirects to its current path. */
const kinds: Record<Found['kind'], Kind> = {
  LORE: { name: 'Lore', to: (id) => `/lore/view/${id}` },
  FOLDER: { name: 'Folder', to: (id) => `/collections/${id}` },
  SESSION: { name: 'Session', to: (id) => `/story-vault/${id}` },
  IMAGE: { name: 'Image', to: (id) => `/images/${id}` },
}

const map: Kind = { name: 'Map', to: (id) => `/maps/${id}` }

export const kindOf = ({ kind, type }: Pick<Found, 'kind' | 'type'>): Kind => (type === 'MAP' ? map : kinds[kind])

export const nameOf = ({ name }: Pick<Found, 'name'>): string => name || untitledConjuration
