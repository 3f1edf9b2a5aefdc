/** Widths in pixels at which the server renders a picture, by `?w=`. An original may have several megabytes. */
export const thumbnailWidths = ['320', '480', '640', '960', '1280'] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]
