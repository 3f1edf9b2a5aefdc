import sharp from 'sharp'

/** A picture's pixels, three bytes each. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
}

/** Throws if the picture cannot be decoded. */
export const pixelsOf = async (bytes: Uint8Array): Promise<Pixels> => {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

interface Fog {
  /** Pixels of a cell's side. */
  cell: number
  columns: number
  /** One byte per cell: 1 if players may see it. */
  cells: Uint8Array
}

/** The colour of hidden areas. */
const dark = [11, 9, 8] as const

/**
 * Writes the visibility of each pixel of row `y` to `line`, interpolated from the nearest cells: 0 outside of revealed cells, rising
 * to 1 at their centres, so that the edge is soft and never reveals more than the cells.
 */
const visibilities = ({ cell, columns, cells }: Fog, y: number, width: number, line: Float32Array) => {
  const rows = cells.length / columns
  const isSeen = (row: number, column: number) => {
    const at = Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))
    return cells[at] ?? 0
  }
  const row = Math.floor(y / cell)
  const down = (y + 0.5) / cell - 0.5
  const [above, low] = [Math.floor(down), down - Math.floor(down)]
  for (let x = 0; x < width; x++) {
    if (!isSeen(row, Math.floor(x / cell))) {
      line[x] = 0
      continue
    }
    const across = (x + 0.5) / cell - 0.5
    const [left, right] = [Math.floor(across), across - Math.floor(across)]
    const top = isSeen(above, left) * (1 - right) + isSeen(above, left + 1) * right
    const bottom = isSeen(above + 1, left) * (1 - right) + isSeen(above + 1, left + 1) * right
    line[x] = Math.min(1, Math.max(0, (top * (1 - low) + bottom * low - 0.5) * 2))
  }
}

/** Returns the picture with hidden areas painted over, so that their pixels cannot be recovered. */
export const fogged = ({ data, width, height }: Pixels, fog: Fog): Pixels => {
  const out = Buffer.alloc(data.length)
  const line = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    visibilities(fog, y, width, line)
    for (let x = 0; x < width; x++) {
      const seen = line[x] ?? 0
      const at = (y * width + x) * 3
      for (let channel = 0; channel < 3; channel++)
        out[at + channel] = (data[at + channel] ?? 0) * seen + (dark[channel] ?? 0) * (1 - seen)
    }
  }
  return { data: out, width, height }
}

const raw = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } })

/** Encodes quickly, since each stroke requests a new picture. */
export const asWebp = (pixels: Pixels): Promise<Buffer> => raw(pixels).webp({ quality: 82, effort: 1 }).toBuffer()
export const asPng = (pixels: Pixels): Promise<Buffer> => raw(pixels).png().toBuffer()
