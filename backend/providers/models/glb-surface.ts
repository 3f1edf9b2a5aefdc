import { type Primitive, WebIO } from '@gltf-transform/core'
import {
  EXTMeshoptCompression,
  EXTTextureWebP,
  KHRDracoMeshCompression,
  KHRMaterialsIOR,
  KHRMaterialsSpecular,
  KHRMaterialsUnlit,
  KHRMeshQuantization,
  KHRTextureTransform,
  type Transform,
} from '@gltf-transform/extensions'
import draco from 'draco3d'
import { MeshoptDecoder } from 'meshoptimizer'
import sharp from 'sharp'
import { encoded, linear } from './glb.ts'
import { glbLimits, ModelRejected } from './glb-checks.ts'

/** Triangles in the units of a file, with their nodes' transformations applied: y up, as glTF requires. Colours are sRGB. */
export interface Surface {
  at: Float64Array
  /** Three numbers a corner, 0 to 255. */
  colour: Uint8Array
  faces: Uint32Array
}

interface Picture {
  width: number
  height: number
  /** RGB. */
  pixels: Uint8Array
}

/** Largest side of a sampled texture, in pixels. Larger ones are scaled down, since corners are farther apart than their pixels. */
const sampledSide = 1024
/** Largest number of triangles to which textured surfaces are divided, so that their corners carry the texture. */
const colouredTriangles = 200_000

const pictureStarts = ['\x89PNG', '\xff\xd8\xff', 'RIFF']

/** Reads a texture. Throws `ModelRejected` unless it is a PNG, JPEG or WebP picture of at most 4,096 × 4,096 pixels. */
const readPicture = async (bytes: Uint8Array): Promise<Picture> => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.length)).toString('latin1')
  if (!pictureStarts.some((each) => start.startsWith(each)))
    throw new ModelRejected('one of its textures is no picture')
  const { textureSide: side } = glbLimits
  const opened = sharp(bytes, { limitInputPixels: side * side })
  try {
    const { width, height } = await opened.metadata()
    if (width > side || height > side) throw new ModelRejected('one of its textures is larger than 4,096 pixels')
    const { data, info } = await opened
      .resize({ width: sampledSide, height: sampledSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, pixels: new Uint8Array(data) }
  } catch (error) {
    throw error instanceof ModelRejected ? error : new ModelRejected('one of its textures cannot be read')
  }
}

const io = async () =>
  new WebIO()
    .registerExtensions([
      EXTMeshoptCompression,
      EXTTextureWebP,
      KHRDracoMeshCompression,
      KHRMaterialsIOR,
      KHRMaterialsSpecular,
      KHRMaterialsUnlit,
      KHRMeshQuantization,
      KHRTextureTransform,
    ])
    .registerDependencies({
      'draco3d.decoder': await draco.createDecoderModule(),
      'meshopt.decoder': MeshoptDecoder,
    })

/** A primitive's triangles; `faces` are indices of its own corners. */
interface Piece {
  at: number[]
  /** Places on the texture, two numbers a corner. */
  uv: number[] | undefined
  /** Linear, three numbers a corner. */
  paint: number[] | undefined
  faces: number[]
  texture: Picture | undefined
  /** Linear. */
  factor: readonly number[]
}

const pieceOf = (primitive: Primitive, m: readonly number[], texture: Picture | undefined): Piece | undefined => {
  const position = primitive.getAttribute('POSITION')
  if (!position || primitive.getMode() !== 4) return undefined
  const material = primitive.getMaterial()
  const info = material?.getBaseColorTextureInfo()
  const transform = info?.getExtension<Transform>('KHR_texture_transform') ?? undefined
  const places = primitive.getAttribute(`TEXCOORD_${transform?.getTexCoord() ?? info?.getTexCoord() ?? 0}`)
  const paint = primitive.getAttribute('COLOR_0')
  const piece: Piece = {
    at: [],
    uv: texture && places ? [] : undefined,
    paint: paint ? [] : undefined,
    faces: [],
    texture: places ? texture : undefined,
    factor: material?.getBaseColorFactor() ?? [1, 1, 1],
  }
  for (let i = 0; i < position.getCount(); i++) {
    const [x = 0, y = 0, z = 0] = position.getElement(i, [])
    for (let c = 0; c < 3; c++)
      piece.at.push(x * (m[c] ?? 0) + y * (m[4 + c] ?? 0) + z * (m[8 + c] ?? 0) + (m[12 + c] ?? 0))
    if (piece.uv && places) piece.uv.push(...placed(places.getElement(i, []), transform))
    if (paint) piece.paint?.push(...paint.getElement(i, []).slice(0, 3))
  }
  const indices = primitive.getIndices()
  const count = indices?.getCount() ?? position.getCount()
  for (let i = 0; i + 2 < count; i += 3)
    for (let k = 0; k < 3; k++) piece.faces.push(indices ? indices.getScalar(i + k) : i + k)
  const isMirrored = determinant(m) < 0
  return isMirrored ? { ...piece, faces: flipped(piece.faces) } : piece
}

const determinant = ([a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0]: readonly number[]) =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
const flipped = (faces: readonly number[]) => faces.map((_, i) => faces[i - (i % 3) + ((3 - (i % 3)) % 3)] as number)

/** Applies a texture transformation, which some packing tools use, to a place on the texture. */
const placed = ([u = 0, v = 0]: number[], transform: Transform | undefined): [number, number] => {
  if (!transform) return [u, v]
  const [ox = 0, oy = 0] = transform.getOffset()
  const [sx = 1, sy = 1] = transform.getScale()
  const [sin, cos] = [Math.sin(transform.getRotation()), Math.cos(transform.getRotation())]
  return [ox + cos * sx * u + sin * sy * v, oy - sin * sx * u + cos * sy * v]
}

/** Divides each triangle into four. Both triangles at an edge halve it at the same point, so that no gaps arise. */
const divided = (piece: Piece): Piece => {
  const next: Piece = { ...piece, at: [...piece.at], uv: piece.uv?.slice(), paint: piece.paint?.slice(), faces: [] }
  const middles = new Map<number, number>()
  const halve = (values: number[] | undefined, size: number, a: number, b: number) => {
    for (let c = 0; values && c < size; c++)
      values.push(((values[size * a + c] as number) + (values[size * b + c] as number)) / 2)
  }
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b)
    const found = middles.get(key)
    if (found !== undefined) return found
    const number = next.at.length / 3
    halve(next.at, 3, a, b)
    halve(next.uv, 2, a, b)
    halve(next.paint, 3, a, b)
    middles.set(key, number)
    return number
  }
  for (let f = 0; f < piece.faces.length; f += 3) {
    const [a, b, c] = [piece.faces[f] as number, piece.faces[f + 1] as number, piece.faces[f + 2] as number]
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)]
    next.faces.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
  }
  return next
}

const wrapped = (value: number, size: number) => Math.min(size - 1, Math.floor((value - Math.floor(value)) * size)) || 0

/** The colour of a corner: texture × material × paint. */
const colourOf = ({ uv, paint, texture, factor }: Piece, corner: number, out: Uint8Array, at: number) => {
  let from = 0
  if (texture && uv) {
    const [x, y] = [
      wrapped(uv[2 * corner] as number, texture.width),
      wrapped(uv[2 * corner + 1] as number, texture.height),
    ]
    from = 3 * (y * texture.width + x)
  }
  for (let c = 0; c < 3; c++) {
    const sample = texture && uv ? (linear[texture.pixels[from + c] as number] as number) / 65_535 : 1
    const light = sample * (factor[c] ?? 1) * (paint?.[3 * corner + c] ?? 1)
    out[at + c] = encoded(Math.min(1, Math.max(0, light)))
  }
}

const joined = (pieces: readonly Piece[]): Surface => {
  const corners = pieces.reduce((sum, { at }) => sum + at.length / 3, 0)
  const count = pieces.reduce((sum, { faces }) => sum + faces.length, 0)
  const surface = {
    at: new Float64Array(3 * corners),
    colour: new Uint8Array(3 * corners),
    faces: new Uint32Array(count),
  }
  let [first, face] = [0, 0]
  for (const piece of pieces) {
    surface.at.set(piece.at, 3 * first)
    const own = piece.at.length / 3
    for (let i = 0; i < own; i++) colourOf(piece, i, surface.colour, 3 * (first + i))
    for (const corner of piece.faces) {
      if (corner >= own) throw new ModelRejected('its surface is damaged')
      surface.faces[face++] = first + corner
    }
    first += own
  }
  return surface
}

/** Returns all triangles of a GLB that `checkGlb` accepted, with textures as colours of their corners. Throws `ModelRejected`. */
export const parseSurface = async (bytes: Buffer): Promise<Surface> => {
  await MeshoptDecoder.ready
  const document = await (await io()).readBinary(new Uint8Array(bytes)).catch(() => {
    throw new ModelRejected('its file is damaged')
  })
  const pictures = new Map<Uint8Array, Picture>()
  let pieces: Piece[] = []
  for (const node of document.getRoot().listNodes())
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const image = primitive.getMaterial()?.getBaseColorTexture()?.getImage() ?? undefined
      const picture = image && (pictures.get(image) ?? (await readPicture(image)))
      if (image && picture) pictures.set(image, picture)
      const piece = pieceOf(primitive, node.getWorldMatrix(), picture)
      if (piece) pieces.push(piece)
    }
  const triangles = () => pieces.reduce((sum, { faces }) => sum + faces.length / 3, 0)
  if (triangles() === 0) throw new ModelRejected('it has no surface')
  if (triangles() > glbLimits.triangles) throw new ModelRejected('it has more than 500,000 triangles')
  while (pieces.some(({ texture }) => texture) && 4 * triangles() <= colouredTriangles) pieces = pieces.map(divided)
  const surface = joined(pieces)
  if (!surface.at.every(Number.isFinite)) throw new ModelRejected('its corners have places that are no numbers')
  return surface
}
