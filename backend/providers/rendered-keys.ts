import { type ThumbnailWidth, thumbnailWidths } from '#domain/thumbnail-widths.ts'
import { sidecarKeys } from './sidecars.ts'

/** The key of a file that is rendered from a picture on request. `renderedKeys` lists all of them for deletion. */
export const thumbnailKey = (imageId: string, version: string, width: ThumbnailWidth) =>
  `thumbnails/${imageId}/${version}-${width}.webp`
export const downloadFormats = ['png', 'webp'] as const
export type DownloadFormat = (typeof downloadFormats)[number]
export const downloadKey = (imageId: string, version: string, format: DownloadFormat) =>
  `downloads/${imageId}/${version}.${format}`
export const tokenKey = (imageId: string, tokenId: string) => `tokens/${imageId}/${tokenId}.png`
export const backgroundKey = (pictureKey: string, width: ThumbnailWidth) => `thumbnails/${pictureKey}-${width}.webp`

/** The key of a battle map's print for its DM, which shows its secrets. */
export const dmPrintKey = (pictureKey: string) => `prints/${pictureKey}-dm.png`

/** Returns the keys of all files that may have been made from a picture, its `versions` and the `tokens` cut from it. */
export const renderedKeys = (picture: { id: string; key: string; versions: string[]; tokens: string[] }): string[] => [
  ...picture.versions.flatMap((version) => [
    ...downloadFormats.map((format) => downloadKey(picture.id, version, format)),
    ...thumbnailWidths.map((width) => thumbnailKey(picture.id, version, width)),
  ]),
  ...picture.tokens.map((token) => tokenKey(picture.id, token)),
  ...thumbnailWidths.map((width) => backgroundKey(picture.key, width)),
  ...sidecarKeys(picture.key),
  dmPrintKey(picture.key),
]
