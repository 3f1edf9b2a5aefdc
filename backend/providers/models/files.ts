import type { Mesh } from './glb.ts'
import type { Part } from './parts.ts'
import { zipped } from './zip.ts'

/** Returns the place of a corner in a printer's file, in mm: y is up in the model, z on the printer's plate. */
const upright = (at: Float32Array, corner: number): [number, number, number] => {
  const [x, y, z] = [at[3 * corner] as number, at[3 * corner + 1] as number, at[3 * corner + 2] as number]
  return [x, -z, y]
}
const cornersOf = ({ at }: Mesh) => Array.from({ length: at.length / 3 }, (_, corner) => upright(at, corner))

const header = 80

/** Writes each part as a shell of its own, which slicers can split. */
export const writeStl = (parts: readonly Part[]): Buffer => {
  const count = parts.reduce((sum, { mesh }) => sum + mesh.faces.length / 3, 0)
  const out = Buffer.alloc(header + 4 + 50 * count)
  out.write('Loreloom, mm', 0, 'latin1')
  out.writeUInt32LE(count, header)
  let offset = header + 4
  for (const {
    mesh: { at, faces },
  } of parts)
    for (let f = 0; f < faces.length; f += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => upright(at, faces[f + k] as number)) as [Point, Point, Point]
      for (const [n, value] of [...normalOf(a, b, c), ...a, ...b, ...c].entries())
        out.writeFloatLE(value, offset + 4 * n)
      offset += 50
    }
  return out
}
type Point = [number, number, number]
const normalOf = (a: Point, b: Point, c: Point): Point => {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const cross: Point = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(...cross) || 1
  return [cross[0] / length, cross[1] / length, cross[2] / length]
}

const digits = (value: number) => String(Math.round(value * 1e4) / 1e4)

/** Writes each part as an object, with each corner's colour after its coordinates, as MeshLab and Blender read it. */
export const writeObj = (parts: readonly Part[]): Buffer => {
  const lines = ['# Loreloom, mm']
  let first = 1
  for (const { name, mesh } of parts) {
    const { colour, faces, at } = mesh
    lines.push(`o ${name}`)
    for (const [corner, place] of cornersOf(mesh).entries()) {
      const paint = colour ? [0, 1, 2].map((c) => digits((colour[3 * corner + c] as number) / 255)) : []
      lines.push(['v', ...place.map(digits), ...paint].join(' '))
    }
    for (let f = 0; f < faces.length; f += 3)
      lines.push(`f ${[0, 1, 2].map((k) => (faces[f + k] as number) + first).join(' ')}`)
    first += at.length / 3
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`
const relations = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`

/** Sixteen steps of each channel: few enough colours for every slicer. */
const shade = (value: number) => Math.round(value / 17) * 17

/** Numbers of the colours that parts use, by their names such as `#AA3300`. */
const paletteOf = (parts: readonly Part[]): Map<string, number> => {
  const palette = new Map<string, number>()
  for (const { mesh } of parts)
    for (let i = 0; mesh.colour && i < mesh.colour.length; i += 3) {
      const name = shadeName(mesh.colour, i)
      if (!palette.has(name)) palette.set(name, palette.size)
    }
  return palette
}
const shadeName = (colour: Uint8Array, at: number): string =>
  `#${[0, 1, 2]
    .map((c) =>
      shade(colour[at + c] as number)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase()

const colours = 1
/** Identifiers of the parts follow that of their colours. */
const firstPart = 2

const object = ({ name, mesh }: Part, id: number, palette: ReadonlyMap<string, number>): string => {
  const { colour, faces } = mesh
  const vertices = cornersOf(mesh).map(
    (at) => `<vertex x="${digits(at[0])}" y="${digits(at[1])}" z="${digits(at[2])}"/>`,
  )
  const triangles: string[] = []
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [faces[f] as number, faces[f + 1] as number, faces[f + 2] as number]
    const [p, q, r] = colour ? [a, b, c].map((corner) => palette.get(shadeName(colour, 3 * corner))) : []
    const paint = p === undefined ? '' : ` pid="${colours}" p1="${p}" p2="${q}" p3="${r}"`
    triangles.push(`<triangle v1="${a}" v2="${b}" v3="${c}"${paint}/>`)
  }
  return `<object id="${id}" type="model" name="${name}"><mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh></object>`
}

/** 3MF core with the colours of corners (materials extension), in mm. Parts are components of one object. */
export const write3mf = (parts: readonly Part[]): Buffer => {
  const palette = paletteOf(parts)
  const group =
    palette.size > 0
      ? `<m:colorgroup id="${colours}">${[...palette.keys()].map((name) => `<m:color color="${name}"/>`).join('')}</m:colorgroup>`
      : ''
  const objects = parts.map((part, i) => object(part, firstPart + i, palette)).join('')
  const whole = parts.length > 1 ? firstPart + parts.length : firstPart
  const components = parts.map((_, i) => `<component objectid="${firstPart + i}"/>`).join('')
  const assembly =
    parts.length > 1
      ? `<object id="${whole}" type="model" name="model"><components>${components}</components></object>`
      : ''
  const model = `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"><metadata name="Application">Loreloom</metadata><resources>${group}${objects}${assembly}</resources><build><item objectid="${whole}"/></build></model>`
  return zipped([
    { name: '[Content_Types].xml', text: contentTypes },
    { name: '_rels/.rels', text: relations },
    { name: '3D/3dmodel.model', text: model },
  ])
}
