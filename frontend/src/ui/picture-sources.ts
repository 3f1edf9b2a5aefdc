import { thumbnailWidths } from '#domain/thumbnail-widths.ts'

/**
 * Builds the `srcset` of an image from its thumbnails. `width` is the original's width in pixels, if available:
 * thumbnails are never wider than the image, so the list ends with the first that contains all of it.
 */
export const thumbnailsOf = (uri: string, width = Number.POSITIVE_INFINITY): string => {
  const last = thumbnailWidths.findIndex((each) => Number(each) >= width)
  const widths = last < 0 ? thumbnailWidths : thumbnailWidths.slice(0, last + 1)
  return widths.map((each) => `${uri}?w=${each} ${Math.min(Number(each), width)}w`).join(', ')
}

/** Builds a `srcset` that includes the original, for containers wider than each thumbnail. */
export const thumbnailsAndOriginal = (uri: string, width: number): string =>
  [
    ...thumbnailWidths.filter((each) => Number(each) < width).map((each) => `${uri}?w=${each} ${each}w`),
    `${uri} ${width}w`,
  ].join(', ')

/** Attributes of an image at the top of a screen, which the browser loads first. */
export const ofFirstRow = { loading: 'eager', fetchPriority: 'high' } as const
/** Attributes of any other image. Those in view would compete with the first row otherwise. */
export const ofLaterRows = { loading: 'lazy', fetchPriority: 'low' } as const
