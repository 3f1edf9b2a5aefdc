export interface Box {
  width: number
  height: number
}
export type Header = Box & { mime: 'image/png' | 'image/jpeg' }

const frames = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

/**
 * Reads type (PNG or JPEG) and size from a file's first bytes, regardless of its name. Null for other content. Nothing
 * is decoded, so that an image of absurd size is rejected cheaply.
 */
export const imageHeader = (bytes: Uint8Array): Header | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return png(view) ?? jpeg(view)
}

const png = (view: DataView): Header | null =>
  view.byteLength >= 24 && view.getUint32(0) === 0x89504e47 && view.getUint32(12) === 0x49484452
    ? { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
    : null

const jpeg = (view: DataView): Header | null => {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  let turned = false
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (frames.has(marker)) {
      const height = view.getUint16(at + 5)
      const width = view.getUint16(at + 7)
      return { mime: 'image/jpeg', width: turned ? height : width, height: turned ? width : height }
    }
    if (marker === 0xe1) turned = isTurned(view, at + 4)
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

/**
 * Returns true for an EXIF orientation that swaps width and height: cameras do not rotate pixels, browsers and the
 * server do.
 */
const isTurned = (view: DataView, at: number): boolean => {
  if (at + 14 > view.byteLength || view.getUint32(at) !== 0x45786966) return false
  const tiff = at + 6
  const little = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > view.byteLength) return false
  const entries = view.getUint16(directory, little)
  for (let n = 0; n < entries; n++) {
    const entry = directory + 2 + n * 12
    if (entry + 12 > view.byteLength) return false
    if (view.getUint16(entry, little) === 0x0112) return view.getUint16(entry + 8, little) >= 5
  }
  return false
}

/** A header fits well within this; EXIF with a preview in it is at most 64 kB. */
export const headerOf = async (file: Blob): Promise<Header | null> =>
  imageHeader(new Uint8Array(await file.slice(0, 192 * 1024).arrayBuffer()))
