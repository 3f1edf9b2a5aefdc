/** Readers of Universal VTT files that do what the two importers do that people use. */

interface Xy {
  x: number
  y: number
}
interface Wall {
  from: Xy
  to: Xy
  kind: 'wall' | 'door' | 'window' | 'open door'
}
export interface Imported {
  width: number
  height: number
  px: number
  /** In pixels. */
  walls: Wall[]
  lights: { x: number; y: number; dim: number; bright: number; colour: string }[]
  picture: 'png' | 'webp' | 'jpeg'
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a file holds
type Loose = any

const pictureOf = (base64: string): Imported['picture'] => {
  const head = Buffer.from(base64.slice(0, 24), 'base64')
  if (head.toString('latin1', 0, 4) === 'RIFF') return 'webp'
  return head[0] === 0xff && head[1] === 0xd8 ? 'jpeg' : 'png'
}

const pairs = (line: Xy[]): [Xy, Xy][] => line.slice(1).map((to, i) => [line[i] as Xy, to])

/** Foundry's: subtracts the origin, loops over portals and lights without a default, leaves out what lies off the map. Objects are not read. */
export const asFoundryDoes = (text: string, sceneDistance = 5): Imported => {
  const file: Loose = JSON.parse(text)
  const { map_origin: origin, map_size: size, pixels_per_grid: px } = file.resolution
  const at = ({ x, y }: Xy): Xy => ({ x: (x - origin.x) * px, y: (y - origin.y) * px })
  const [width, height] = [size.x * px, size.y * px]
  const off = ({ x, y }: Xy) => x < 0 || y < 0 || x > width || y > height
  const walls: Wall[] = []
  for (const line of file.line_of_sight)
    for (const [from, to] of pairs(line.map(at))) if (!(off(from) && off(to))) walls.push({ from, to, kind: 'wall' })
  for (const portal of file.portals) {
    const [from, to] = portal.bounds.map(at)
    walls.push({ from, to, kind: portal.closed ? 'door' : 'window' })
  }
  const lights: Imported['lights'] = []
  for (const light of file.lights) {
    const place = at(light.position)
    if (off(place)) continue
    lights.push({
      ...place,
      dim: light.range * sceneDistance,
      bright: (light.range * sceneDistance) / 2,
      colour: `#${light.color.substring(2)}`,
    })
  }
  return { width, height, px, walls, lights, picture: pictureOf(file.image) }
}

/** Owlbear Rodeo's: takes coordinates as they are, both kinds of outlines for walls, and refuses what it cannot place. */
export const asOwlbearDoes = (text: string, { megapixels = 67, megabytes = 24 } = {}): Imported => {
  const file: Loose = JSON.parse(text)
  if (typeof file.format !== 'number') throw new Error('format')
  const px = file.resolution?.pixels_per_grid
  if (!px) throw new Error('pixels_per_grid')
  const picture = pictureOf(file.image)
  if (picture === 'jpeg') throw new Error('image')
  const { map_size: size } = file.resolution
  const [width, height] = [size.x * px, size.y * px]
  if (width * height > megapixels * 1e6 || (file.image.length * 3) / 4 > megabytes * 2 ** 20)
    throw new Error('too large')
  const at = ({ x, y }: Xy): Xy => ({ x: x * px, y: y * px })
  return {
    width,
    height,
    px,
    walls: [
      ...[...file.line_of_sight, ...(file.objects_line_of_sight ?? [])].flatMap((line: Xy[]) =>
        pairs(line.map(at)).map(([from, to]): Wall => ({ from, to, kind: 'wall' })),
      ),
      ...file.portals.map(
        (portal: Loose): Wall => ({
          from: at(portal.bounds[0]),
          to: at(portal.bounds[1]),
          kind: portal.closed ? 'door' : 'open door',
        }),
      ),
    ],
    lights: file.lights.map((light: Loose) => ({
      ...at(light.position),
      dim: light.range,
      bright: light.range / 2,
      colour: `#${light.color.slice(2)}`,
    })),
    picture,
  }
}
