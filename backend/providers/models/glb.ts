import { Document, WebIO } from '@gltf-transform/core'
import type { Cast } from '../../../studio/figure/mesh.ts'

/** A triangle mesh in mm, y up. Colours are sRGB, 0 to 255, three numbers a corner. */
export interface Mesh {
  at: Float32Array
  colour: Uint8Array | undefined
  faces: Uint32Array
  /** Height in mm at which the figure begins on its base; undefined without a base. */
  partsAt?: number | undefined
}

const metresPerMm = 0.001

export const linear = Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return Math.round(65_535 * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
})
export const encoded = (value: number): number =>
  Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))

/** COLOR_0 as glTF has it: linear, with an opaque alpha. */
const colourOf = (colour: Uint8Array): Uint16Array => {
  const count = colour.length / 3
  const out = new Uint16Array(count * 4)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) out[4 * i + c] = linear[colour[3 * i + c] as number] as number
    out[4 * i + 3] = 65_535
  }
  return out
}

/** GLB 2.0 without textures or external addresses: one node that scales mm to metres, y up, colours as COLOR_0. */
export const writeGlb = async (cast: Cast, madeBy: string, name: string): Promise<Buffer> => {
  const document = new Document()
  document.getRoot().getAsset().generator = madeBy
  const buffer = document.createBuffer()
  const accessor = (type: 'VEC3' | 'VEC4' | 'SCALAR', array: Float32Array | Uint16Array | Uint32Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const material = document.createMaterial('paint').setMetallicFactor(0).setRoughnessFactor(0.75)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', cast.at))
    .setAttribute('NORMAL', accessor('VEC3', cast.normal))
    .setAttribute('COLOR_0', accessor('VEC4', colourOf(cast.colour)).setNormalized(true))
    .setIndices(accessor('SCALAR', cast.faces))
    .setMaterial(material)
  const mesh = document.createMesh(name).addPrimitive(primitive)
  const node = document.createNode(name).setMesh(mesh).setScale([metresPerMm, metresPerMm, metresPerMm])
  if (cast.partsAt !== null) node.setExtras({ partsAtMm: cast.partsAt })
  document.createScene(name).addChild(node)
  return Buffer.from(await new WebIO().writeBinary(document))
}

/** Returns all triangles of a GLB as one mesh in mm, with their nodes' transformations applied. */
export const readGlb = async (bytes: Uint8Array): Promise<Mesh> => {
  const document = await new WebIO().readBinary(new Uint8Array(bytes))
  const at: number[] = []
  const colour: number[] = []
  const faces: number[] = []
  let hasColours = true
  let partsAt: number | undefined
  for (const node of document.getRoot().listNodes()) {
    const m = node.getWorldMatrix()
    const { partsAtMm } = node.getExtras()
    if (typeof partsAtMm === 'number' && Number.isFinite(partsAtMm)) partsAt = partsAtMm
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const position = primitive.getAttribute('POSITION')
      // Mode 4 is triangles; others have no surface.
      if (!position || primitive.getMode() !== 4) continue
      const first = at.length / 3
      const paint = primitive.getAttribute('COLOR_0')
      hasColours &&= paint !== null
      for (let i = 0; i < position.getCount(); i++) {
        const [x = 0, y = 0, z = 0] = position.getElement(i, [])
        for (let c = 0; c < 3; c++)
          at.push((x * (m[c] ?? 0) + y * (m[4 + c] ?? 0) + z * (m[8 + c] ?? 0) + (m[12 + c] ?? 0)) / metresPerMm)
        if (paint) colour.push(...paint.getElement(i, []).slice(0, 3).map(encoded))
      }
      const indices = primitive.getIndices()
      const count = indices?.getCount() ?? position.getCount()
      for (let i = 0; i < count; i++) faces.push(first + (indices ? indices.getScalar(i) : i))
    }
  }
  return {
    at: Float32Array.from(at),
    colour: hasColours && colour.length > 0 ? Uint8Array.from(colour) : undefined,
    faces: Uint32Array.from(faces),
    partsAt,
  }
}
