import { Document, type TypedArray, WebIO } from '@gltf-transform/core'
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions'
import draco from 'draco3d'
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer'
import sharp from 'sharp'

/** GLB files as vendors make them, and as nobody should. */

interface Shape {
  at: number[]
  faces: number[]
  uv?: number[]
  /** PNG. */
  texture?: Uint8Array
  rotation?: [number, number, number, number]
}

/** A closed box in metres, 1 wide, 2 high and 0.5 deep, with corners of its own for each side, as textured models have. */
export const box = (): Shape => {
  const [at, faces, uv]: [number[], number[], number[]] = [[], [], []]
  const size = [1, 2, 0.5]
  for (const axis of [0, 1, 2])
    for (const side of [0, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3]
      const first = at.length / 3
      for (const [a, b] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const) {
        const place = [0, 0, 0]
        place[axis] = side * (size[axis] as number)
        place[u] = a * (size[u] as number)
        place[v] = b * (size[v] as number)
        at.push(...place)
        uv.push(a, b)
      }
      const quad = side === 1 ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2]
      faces.push(...quad.map((corner) => first + corner))
    }
  return { at, faces, uv }
}

/** A closed ball of 2 × `rings`² triangles and some. */
export const ball = (rings: number): Shape => {
  const at = [0, 1, 0, 0, -1, 0]
  const faces: number[] = []
  const corner = (ring: number, step: number) => 2 + (ring - 1) * rings + (step % rings)
  for (let ring = 1; ring < rings; ring++)
    for (let step = 0; step < rings; step++) {
      const [polar, turn] = [(Math.PI * ring) / rings, (2 * Math.PI * step) / rings]
      at.push(Math.sin(polar) * Math.cos(turn), Math.cos(polar), Math.sin(polar) * Math.sin(turn))
      const [a, b] = [corner(ring, step), corner(ring, step + 1)]
      if (ring === 1) faces.push(0, b, a)
      if (ring === rings - 1) faces.push(1, a, b)
      else faces.push(a, b, corner(ring + 1, step), b, corner(ring + 1, step + 1), corner(ring + 1, step))
    }
  return { at, faces }
}

export const pictureOf = (width: number, height: number, background = '#c22'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

export const documentOf = ({ at, faces, uv, texture, rotation }: Shape): Document => {
  const document = new Document()
  const buffer = document.createBuffer()
  const accessor = (type: 'SCALAR' | 'VEC2' | 'VEC3', array: TypedArray) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const material = document.createMaterial()
  if (texture) material.setBaseColorTexture(document.createTexture().setImage(texture).setMimeType('image/png'))
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(at)))
    .setIndices(accessor('SCALAR', Uint32Array.from(faces)))
    .setMaterial(material)
  if (uv) primitive.setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(uv)))
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive))
  if (rotation) node.setRotation(rotation)
  document.createScene().addChild(node)
  return document
}

export const glbOf = async (shape: Shape, compression?: 'draco' | 'meshopt'): Promise<Buffer> => {
  const document = documentOf(shape)
  const io = new WebIO()
  if (compression === 'draco') {
    document.createExtension(KHRDracoMeshCompression).setRequired(true)
    io.registerExtensions([KHRDracoMeshCompression]).registerDependencies({
      'draco3d.encoder': await draco.createEncoderModule(),
    })
  }
  if (compression === 'meshopt') {
    await Promise.all([MeshoptEncoder.ready, MeshoptDecoder.ready])
    document.createExtension(EXTMeshoptCompression).setRequired(true)
    io.registerExtensions([EXTMeshoptCompression]).registerDependencies({
      'meshopt.encoder': MeshoptEncoder,
      'meshopt.decoder': MeshoptDecoder,
    })
  }
  return Buffer.from(await io.writeBinary(document))
}

/** A GLB of any JSON, and of any bytes. */
export const glbOfJson = (json: string, binary: Buffer = Buffer.alloc(0)): Buffer => {
  const padded = (bytes: Buffer, by: number) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, by)])
  const chunk = (type: number, bytes: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(bytes.length)
    head.writeUInt32LE(type, 4)
    return Buffer.concat([head, bytes])
  }
  const chunks = [chunk(0x4e4f534a, padded(Buffer.from(json), 0x20))]
  if (binary.length > 0) chunks.push(chunk(0x004e4942, padded(binary, 0)))
  const body = Buffer.concat(chunks)
  const head = Buffer.from('glTF\x02\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt32LE(head.length + body.length, 8)
  return Buffer.concat([head, body])
}

/** A GLB with its JSON changed. */
export const changed = (glb: Buffer, change: (json: Record<string, unknown[]>) => void): Buffer => {
  const length = glb.readUInt32LE(12)
  const json = JSON.parse(glb.toString('utf8', 20, 20 + length)) as Record<string, unknown[]>
  change(json)
  const rest = glb.subarray(20 + length)
  return glbOfJson(JSON.stringify(json), rest.subarray(8, 8 + (rest.length >= 8 ? rest.readUInt32LE(0) : 0)))
}

/** A Draco stream that announces so many triangles and contains none. */
const dracoBomb = (triangles: number): Buffer => {
  const varint = (value: number) => {
    const bytes: number[] = []
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      bytes.push(rest >= 128 ? (rest % 128) + 128 : rest)
      if (rest < 128) return Buffer.from(bytes)
    }
  }
  const head = Buffer.from([...Buffer.from('DRACO'), 2, 2, 1, 0, 0, 0])
  return Buffer.concat([head, varint(triangles), varint(triangles), Buffer.alloc(32)])
}

/** Files that a vendor must not return, by what is wrong with them, with what their rejection says. */
export const hostileGlbs: Readonly<Record<string, { make: () => Promise<Buffer> | Buffer; says: string }>> = {
  'a web page': { make: () => Buffer.from('<html>Not found</html>'), says: 'its file is no GLB' },
  'a zip': { make: () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(4096)]), says: 'its file is no GLB' },
  'an empty file': { make: () => Buffer.alloc(0), says: 'its file is no GLB' },
  'a file that breaks off': { make: async () => (await glbOf(box())).subarray(0, 400), says: 'damaged' },
  'no triangles': { make: async () => glbOf({ at: [0, 0, 0], faces: [] }), says: 'it has no surface' },
  'one point': {
    make: async () => glbOf({ at: [1, 1, 1, 1, 1, 1, 1, 1, 1], faces: [0, 1, 2] }),
    says: 'it has no extent',
  },
  'corners that are no numbers': {
    async make() {
      const shape = box()
      shape.at[4] = Number.NaN
      return glbOf(shape)
    },
    says: 'no numbers',
  },
  '5 million triangles': {
    make: async () =>
      changed(await glbOf(box()), ({ accessors = [] }) => {
        for (const accessor of accessors as { type: string; count: number }[])
          if (accessor.type === 'SCALAR') accessor.count = 15_000_000
      }),
    says: 'more than 500,000 triangles',
  },
  'a mesh that is shown 100,000 times': {
    make: async () =>
      changed(await glbOf(ball(24)), (json) => {
        json.nodes = Array.from({ length: 10_000 }, () => ({ mesh: 0 }))
      }),
    says: 'more than 500,000 triangles',
  },
  'description nested 100,000 deep': {
    make: () => glbOfJson(`{"extras":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    says: 'nested too deeply',
  },
  'parts nested 5,000 deep': {
    make: async () =>
      changed(await glbOf(box()), (json) => {
        json.nodes = Array.from({ length: 5_000 }, (_, i) => (i < 4_999 ? { children: [i + 1] } : { mesh: 0 }))
      }),
    says: 'nested too deeply',
  },
  'parts in a circle': {
    make: async () =>
      changed(await glbOf(box()), (json) => {
        json.nodes = [{ mesh: 0, children: [1] }, { children: [0] }]
      }),
    says: 'not a tree',
  },
  'a picture elsewhere': {
    make: async () =>
      changed(await glbOf({ ...box(), texture: await pictureOf(8, 8) }), (json) => {
        json.images = [{ uri: 'http://169.254.169.254/latest/meta-data' }]
      }),
    says: 'refers to files elsewhere',
  },
  'a buffer elsewhere': {
    make: async () =>
      changed(await glbOf(box()), ({ buffers = [] }) => {
        ;(buffers[0] as { uri: string }).uri = 'file:///etc/passwd'
      }),
    says: 'refers to files elsewhere',
  },
  'an unknown extension': {
    make: async () =>
      changed(await glbOf(box()), (json) => {
        json.extensionsRequired = ['ACME_everything']
      }),
    says: 'extensions that are not supported',
  },
  'an array without bytes': {
    make: async () =>
      changed(await glbOf(box()), ({ accessors = [] }) => {
        accessors.push({ type: 'MAT4', componentType: 5126, count: 2_000_000_000 })
      }),
    says: 'too large when it is unpacked',
  },
  'a Draco bomb': {
    async make() {
      const stream = dracoBomb(400_000_000)
      return changed(glbOfJson(JSON.stringify({ asset: { version: '2.0' } }), stream), (json) => {
        Object.assign(json, {
          extensionsRequired: ['KHR_draco_mesh_compression'],
          buffers: [{ byteLength: stream.length }],
          bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: stream.length }],
          accessors: [{ type: 'VEC3', componentType: 5126, count: 3, min: [0, 0, 0], max: [1, 1, 1] }],
          meshes: [
            {
              primitives: [
                {
                  attributes: { POSITION: 0 },
                  extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } },
                },
              ],
            },
          ],
          nodes: [{ mesh: 0 }],
        })
      })
    },
    says: 'more than 500,000 triangles',
  },
  'a meshopt bomb': {
    make: async () =>
      changed(await glbOf(box(), 'meshopt'), ({ bufferViews = [] }) => {
        for (const view of bufferViews as { extensions?: { EXT_meshopt_compression?: { count: number } } }[])
          if (view.extensions?.EXT_meshopt_compression) view.extensions.EXT_meshopt_compression.count = 900_000_000
      }),
    says: 'too large when it is unpacked',
  },
  'a texture that is too large': {
    make: async () => glbOf({ ...box(), texture: await pictureOf(4_200, 16) }),
    says: 'larger than 4,096 pixels',
  },
  'a texture that unpacks to 900 million pixels': {
    make: async () => {
      const png = await pictureOf(8, 8)
      png.writeUInt32BE(30_000, 16)
      png.writeUInt32BE(30_000, 20)
      return glbOf({ ...box(), texture: png })
    },
    says: 'one of its textures',
  },
  'a drawing as a texture': {
    make: () => glbOf({ ...box(), texture: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
    says: 'one of its textures is no picture',
  },
  'triangles of corners that are missing': {
    async make() {
      const shape = box()
      return glbOf({ ...shape, faces: [...shape.faces.slice(0, -1), 4_000_000] })
    },
    says: 'its surface is damaged',
  },
}
