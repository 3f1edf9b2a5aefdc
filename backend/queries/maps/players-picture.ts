import { cellsOf } from '#domain/fog.ts'
import type { Deps } from '../../http/deps.ts'
import { atMost } from '../../platform/at-most.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import { asWebp, fogged, type Pixels, pixelsOf } from '../../providers/fogged.ts'
import type { OpenedMap } from './opened.ts'
import { playersPrint } from './print.ts'
import { playersVersion, versionOf } from './versions.ts'

/** Maximum bytes of the caches of decoded pictures and of rendered ones, per process. */
const most = { pixels: 64 * 2 ** 20, pictures: 32 * 2 ** 20 }
/** Maximum number of concurrent renderings, since each takes a thread of the processor. */
const makings = 2

/**
 * Renders a map as players see it, without covered areas; the stored picture contains no secrets. It shows the present
 * fog regardless of the requested version, is cached in memory only, and concurrent requests share a rendering.
 */
export function playersPictures(deps: Pick<Deps, 'files' | 'images'>) {
  const decoded = lruCache<Pixels>(most.pixels, ({ data }) => data.length)
  const pictures = lruCache<Buffer>(most.pictures, (bytes) => bytes.length)
  const making = new Map<string, Promise<Buffer>>()
  const limited = atMost(makings)

  const pixelsFor = async (map: OpenedMap) => {
    const name = [map.file.key, playersVersion(map)].join(' ')
    const known = decoded.get(name)
    if (known) return known
    const pixels = await pixelsOf(await playersPrint(deps, map))
    decoded.set(name, pixels)
    return pixels
  }

  const pixels = async (map: OpenedMap): Promise<Pixels> => {
    const { fog, lattice } = map
    const cells = cellsOf(fog.revealed, fog.columns * fog.rows)
    return fogged(await pixelsFor(map), { cell: lattice.cell, columns: fog.columns, cells })
  }

  const make = (map: OpenedMap, version: string) =>
    limited(async () => {
      const bytes = await asWebp(await pixels(map))
      pictures.set(version, bytes)
      return bytes
    })

  const webp = (map: OpenedMap): Promise<Buffer> => {
    const version = versionOf(map)
    const known = pictures.get(version)
    if (known) return Promise.resolve(known)
    const current = making.get(version) ?? make(map, version).finally(() => making.delete(version))
    making.set(version, current)
    return current
  }

  return { webp, pixels }
}
