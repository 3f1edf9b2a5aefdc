import { z } from 'zod'

/** A GLB of a vendor that is not accepted. The message is a clause for the user, such as `it has more than 500,000 triangles`. */
export class ModelRejected extends Error {
  readonly code = 'model_rejected'
}

/** Limits of files that vendors return. `decodedBytes` is of all arrays once they are decompressed. */
export const glbLimits = {
  bytes: 64 * 2 ** 20,
  triangles: 500_000,
  textureSide: 4096,
  jsonBytes: 4 * 2 ** 20,
  jsonDepth: 48,
  nodeDepth: 64,
  decodedBytes: 256 * 2 ** 20,
} as const

const index = z.int().min(0)
const many = <Item extends z.ZodType>(item: Item, most = 20_000) => z.array(item).max(most).default([])
const Extension = <Shape extends z.ZodType>(shape: Shape) => shape.optional()
const Meshopt = z.looseObject({ count: index, byteStride: z.int().min(1).max(256) })

/** The parts of a glTF document from which its decoded size is calculated. */
const Gltf = z.looseObject({
  extensionsRequired: many(z.string()),
  buffers: many(z.looseObject({ uri: z.unknown().optional() })),
  images: many(z.looseObject({ uri: z.unknown().optional() }), 64),
  bufferViews: many(
    z.looseObject({
      byteOffset: index.default(0),
      byteLength: index,
      extensions: z
        .looseObject({
          EXT_meshopt_compression: Extension(Meshopt),
          KHR_meshopt_compression: Extension(Meshopt),
        })
        .default({}),
    }),
  ),
  accessors: many(z.looseObject({ count: index, type: z.string(), componentType: z.int() })),
  meshes: many(
    z.looseObject({
      primitives: many(
        z.looseObject({
          mode: z.int().default(4),
          indices: index.optional(),
          attributes: z.record(z.string(), index),
          extensions: z
            .looseObject({ KHR_draco_mesh_compression: Extension(z.looseObject({ bufferView: index })) })
            .default({}),
        }),
      ),
    }),
  ),
  nodes: many(z.looseObject({ mesh: index.optional(), children: many(index) })),
})
type Gltf = z.output<typeof Gltf>

/** Extensions that are read; others are ignored unless a file requires them. */
const known = new Set([
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_mesh_quantization',
  'KHR_texture_transform',
  'KHR_materials_unlit',
  'KHR_materials_specular',
  'KHR_materials_ior',
  'EXT_texture_webp',
])

const components: Readonly<Record<string, number>> = {
  SCALAR: 1,
  VEC2: 2,
  VEC3: 3,
  VEC4: 4,
  MAT2: 4,
  MAT3: 9,
  MAT4: 16,
}
const triangleMode = 4
const [jsonChunk, binaryChunk] = [0x4e4f534a, 0x004e4942]

const reject = (reason: string): never => {
  throw new ModelRejected(reason)
}

/** Splits a GLB into its JSON and its binary chunk. */
const chunksOf = (bytes: Buffer): { json: Buffer; binary: Buffer } => {
  if (bytes.length > glbLimits.bytes) reject('its file is larger than 64 MB')
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'glTF') reject('its file is no GLB')
  if (bytes.readUInt32LE(4) !== 2 || bytes.readUInt32LE(8) !== bytes.length) reject('its file is damaged')
  const length = bytes.readUInt32LE(12)
  if (bytes.readUInt32LE(16) !== jsonChunk || 20 + length > bytes.length) reject('its file is damaged')
  if (length > glbLimits.jsonBytes) reject('its description is too long')
  const rest = bytes.subarray(20 + length)
  const hasBinary = rest.length >= 8 && rest.readUInt32LE(4) === binaryChunk
  const size = hasBinary ? rest.readUInt32LE(0) : 0
  if (size > Math.max(0, rest.length - 8)) reject('its file is damaged')
  return { json: bytes.subarray(20, 20 + length), binary: rest.subarray(8, 8 + size) }
}

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Counts brackets before the text is parsed, since parsers recurse. */
const refuseDeepNesting = (json: Buffer) => {
  let depth = 0
  let isText = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i] as number
    if (isText && byte === backslash) i++
    else if (byte === quote) isText = !isText
    else if (!isText && opening.has(byte)) depth++
    else if (!isText && closing.has(byte)) depth--
    if (depth > glbLimits.jsonDepth) reject('its description is nested too deeply')
  }
}

const parsed = (json: Buffer): Gltf => {
  refuseDeepNesting(json)
  try {
    return Gltf.parse(JSON.parse(json.toString('utf8')))
  } catch {
    return reject('its description cannot be read')
  }
}

/** Rejects nodes that are nested too deeply, that have two parents, or that form circles, which would be endless. */
const refuseEndlessNodes = ({ nodes }: Gltf) => {
  const children = new Set<number>()
  for (const node of nodes)
    for (const child of node.children) {
      if (child >= nodes.length || children.has(child)) reject('its parts are not a tree')
      children.add(child)
    }
  let level = nodes.flatMap((_, i) => (children.has(i) ? [] : [i]))
  let seen = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > glbLimits.nodeDepth) reject('its parts are nested too deeply')
    seen += level.length
    level = level.flatMap((i) => nodes[i]?.children ?? [])
  }
  if (seen !== nodes.length) reject('its parts are not a tree')
}

const varintAt = (bytes: Buffer, at: number): { value: number; next: number } => {
  let value = 0
  for (let i = 0; i < 5; i++) {
    const byte = bytes[at + i] ?? reject('its compressed surface is damaged')
    value += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) return { value, next: at + i + 1 }
  }
  return reject('its compressed surface is damaged')
}

const dracoHeader = 11
const hasMetadata = 0x8000

/**
 * Returns the numbers of triangles and corners that a Draco stream announces, without decoding it. Streams with metadata, or of another
 * version than 2.2, announce them elsewhere and are rejected.
 */
export const dracoSizeOf = (stream: Buffer): { triangles: number; corners: number } => {
  if (stream.length < dracoHeader + 2 || stream.toString('latin1', 0, 5) !== 'DRACO')
    reject('its compressed surface is damaged')
  const [major, minor, isMesh, isEdgebreaker] = [5, 6, 7, 8].map((at) => stream[at] as number) as [
    number,
    number,
    number,
    number,
  ]
  if (major !== 2 || minor !== 2 || isMesh !== 1 || (stream.readUInt16LE(9) & hasMetadata) !== 0)
    reject('its surface is compressed in a way that is not supported')
  if (isEdgebreaker === 1) {
    const { value: corners, next } = varintAt(stream, dracoHeader + 1)
    return { corners, triangles: varintAt(stream, next).value }
  }
  const { value: triangles, next } = varintAt(stream, dracoHeader)
  return { triangles, corners: varintAt(stream, next).value }
}

/** Triangles of each mesh. */
const trianglesOf = ({ meshes, accessors, bufferViews }: Gltf, binary: Buffer): number[] =>
  meshes.map(({ primitives }) =>
    primitives.reduce((sum, { mode, indices, attributes, extensions }) => {
      if (mode !== triangleMode) return sum
      const { KHR_draco_mesh_compression: draco } = extensions
      const view = draco && bufferViews[draco.bufferView]
      if (view) {
        const { triangles, corners } = dracoSizeOf(binary.subarray(view.byteOffset, view.byteOffset + view.byteLength))
        return sum + Math.max(triangles, Math.floor(corners / 3))
      }
      return sum + Math.floor((accessors[indices ?? attributes.POSITION ?? -1]?.count ?? 0) / 3)
    }, 0),
  )

const sizeOf = (componentType: number) => (componentType <= 5121 ? 1 : componentType <= 5123 ? 2 : 4)

const refuseLarge = (gltf: Gltf, binary: Buffer) => {
  const triangles = trianglesOf(gltf, binary)
  // Several nodes may refer to one mesh, and a mesh without a node is decoded too.
  const shown = gltf.nodes.reduce((sum, { mesh }) => sum + (mesh === undefined ? 0 : (triangles[mesh] ?? 0)), 0)
  const all = triangles.reduce((sum, each) => sum + each, 0)
  if (Math.max(shown, all) > glbLimits.triangles) reject('it has more than 500,000 triangles')
  const arrays = gltf.accessors.reduce(
    (sum, { count, type, componentType }) => sum + count * (components[type] ?? 16) * sizeOf(componentType),
    0,
  )
  const unpacked = gltf.bufferViews.reduce((sum, { extensions }) => {
    const packed = extensions.EXT_meshopt_compression ?? extensions.KHR_meshopt_compression
    return sum + (packed ? packed.count * packed.byteStride : 0)
  }, 0)
  if (arrays + unpacked > glbLimits.decodedBytes) reject('it would be too large when it is unpacked')
}

/** Checks a vendor's file by the sizes and extensions that it declares, before any of it is decoded. Throws `ModelRejected`. */
export const checkGlb = (bytes: Buffer): void => {
  const { json, binary } = chunksOf(bytes)
  const gltf = parsed(json)
  const isLinked = [...gltf.buffers, ...gltf.images].some(({ uri }) => uri !== undefined)
  if (isLinked) reject('it refers to files elsewhere')
  if (gltf.extensionsRequired.some((name) => !known.has(name))) reject('it needs extensions that are not supported')
  refuseEndlessNodes(gltf)
  refuseLarge(gltf, binary)
}
