import type { ImageRow } from '#projections/images.ts'

export const mapName = ({ name }: Pick<ImageRow, 'name'>): string => name || 'Untitled Map'

/** Formats a day as `21 Nov`, in the time zone by which maps are grouped into months. */
export const dayOf = (createdAt: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(createdAt))
