import { thumbnailWidths } from '#domain/thumbnail-widths.ts'

/**
 * The `srcset` of a picture: its thumbnails. `width` is the original's in pixels, where it is known: a thumbnail is no wider than
 * its picture, so the list ends with the first that holds all of it.
 */
export const thumbnailsOf = (uri: string, width = Number.POSITIVE_INFINITY): string => {
  const last = thumbnailWidths.findIndex((each) => Number(each) >= width)
  const widths = last < 0 ? thumbnailWidths : thumbnailWidths.slice(0, last + 1)
  return widths.map((each) => `${uri}?w=${each} ${Math.min(Number(each), width)}w`).join(', ')
}

/** The same, with the original for places that are wider than each thumbnail or show the picture for its own sake. */
export const thumbnailsAndOriginal = (uri: string, width: number): string =>
  [
    ...thumbnailWidths.filter((each) => Number(each) < width).map((each) => `${uri}?w=${each} ${each}w`),
    `${uri} ${width}w`,
  ].join(', ')

/** The attributes of a picture that stands where a screen begins: the browser fetches it before the others. */
export const ofFirstRow = { loading: 'eager', fetchPriority: 'high' } as const
/** The attributes of any other picture. */
export const ofLaterRows = { loading: 'lazy' } as const
