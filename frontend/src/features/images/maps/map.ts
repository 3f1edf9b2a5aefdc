import type { ImageRow } from '#projections/images.ts'

export const mapName = ({ name }: Pick<ImageRow, 'name'>): string => name || 'Untitled Map'

/** `21 Nov`, by the clock that months are by. */
export const dayOf = (createdAt: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(createdAt))
