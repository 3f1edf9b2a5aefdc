import { WebIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { readGlb } from '../../backend/providers/models/glb.ts'
import { localModels } from '../../backend/providers/models/local.ts'
import { ball, box, changed, glbOf, hostileGlbs, pictureOf } from '../glbs.ts'
import { openEdges, volumeOf } from '../studio/mesh-checks.ts'

/** What becomes of the files of vendors, in the child process that reads them. */

const models = localModels()
afterAll(() => models.close())

const received = async (glb: Buffer, size: 'medium' | 'huge' = 'medium') => {
  const model = await models.receive(glb, { size, vendor: 'Acme' })
  return { ...model, mesh: await readGlb(model.glb) }
}
const refusal = (glb: Buffer) =>
  models.receive(glb, { size: 'medium', vendor: 'Acme' }).then(
    () => expect.unreachable('this was to be refused'),
    (error: unknown) => error,
  )

test.each([undefined, 'draco', 'meshopt'] as const)(
  'a model (compression: %s) becomes a closed mesh in mm, upright and in the middle',
  async (compression) => {
    const { mesh, report, previews, madeBy } = await received(await glbOf(box(), compression))
    expect(openEdges(mesh.faces)).toBe(0)
    expect(volumeOf(mesh)).toBeGreaterThan(0)
    expect(report).toMatchObject({ sizeMm: { width: 14, height: 28, depth: 7 }, warnings: [] })
    const heights = mesh.at.filter((_, i) => i % 3 === 1)
    expect(Math.min(...heights)).toBeCloseTo(0, 3)
    const widths = mesh.at.filter((_, i) => i % 3 === 0)
    expect(Math.min(...widths) + Math.max(...widths)).toBeCloseTo(0, 2)
    expect(madeBy).toBe('Made by Acme')
    expect(await sharp(previews[0]?.png).metadata()).toMatchObject({ format: 'png', width: 640, height: 640 })
  },
)

test('a texture becomes the colours of the corners, and no file refers to one', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const { glb, mesh, report } = await received(await glbOf({ ...box(), texture: await pictureOf(64, 64, '#20a040') }))
  expect(report.triangles).toBeGreaterThan(10_000)
  expect([...(mesh.colour ?? [])].slice(0, 3)).toEqual([0x20, 0xa0, 0x40])
  const root = (await new WebIO().readBinary(new Uint8Array(glb))).getRoot()
  expect(root.listTextures()).toEqual([])
  expect(root.listExtensionsUsed()).toEqual([])
  expect(openEdges(mesh.faces)).toBe(0)
})

test('a model that its file turns upright stands upright, in the size that was wanted', async () => {
  // A quarter turn about the z axis: the box's width is its height.
  const turned = await glbOf({ ...box(), rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] })
  const { report } = await received(turned, 'huge')
  expect(report.sizeMm).toMatchObject({ width: 168, height: 84, depth: 42 })
})

test('a model that lies flat is not enlarged beyond three heights', async () => {
  const { report } = await received(
    await glbOf({ ...ball(12), at: ball(12).at.map((v, i) => (i % 3 === 1 ? v / 100 : v)) }),
  )
  expect(report.sizeMm.width).toBeCloseTo(84, 0)
})

test('a mirrored model faces outwards', async () => {
  const mirrored = changed(await glbOf(box()), ({ nodes = [] }) => {
    ;(nodes[0] as { scale: number[] }).scale = [-1, 1, 1]
  })
  expect(volumeOf((await received(mirrored)).mesh)).toBeGreaterThan(0)
})

test('holes are closed and reported, doubles and triangles without area left out', { tags: 'long' }, async () => {
  const shape = box()
  const { mesh, report } = await received(await glbOf({ ...shape, faces: shape.faces.slice(6) }))
  expect(openEdges(mesh.faces)).toBe(0)
  expect(report.warnings).toEqual(['Holes of the model were closed.'])
  const messy = await received(await glbOf({ ...shape, faces: [...shape.faces, ...shape.faces.slice(0, 3), 0, 0, 1] }))
  expect(openEdges(messy.mesh.faces)).toBe(0)
  expect(messy.report.warnings).toEqual(['Flaws of its surface were mended.'])
})

test('a surface that cannot be closed is reported', async () => {
  const shape = box()
  // A fin on an edge of the box: three triangles meet there.
  const { report } = await received(await glbOf({ at: [...shape.at, 3, 3, 3], faces: [...shape.faces, 0, 1, 24] }))
  expect(report.warnings.join(' ')).toContain('not closed')
})

describe('a vendor’s file is refused, with its reason', () => {
  test.each(Object.entries(hostileGlbs))('%s', async (_, { make, says }) => {
    const error = await refusal(await make())
    expect(error).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Acme returned a model that cannot'),
    })
    expect(error).toMatchObject({ message: expect.stringContaining(says) })
  })
})

test('half a million triangles are accepted, within the memory of the child process', {
  tags: 'long',
  timeout: 300_000,
}, async () => {
  const { report } = await received(await glbOf(ball(490)))
  expect(report.triangles).toBeGreaterThan(470_000)
})

test('an abort ends the work', async () => {
  const ending = new AbortController()
  const work = models.receive(await glbOf(ball(200)), { size: 'medium', vendor: 'Acme' }, { signal: ending.signal })
  setTimeout(() => ending.abort(), 100)
  await expect(work).rejects.toMatchObject({ name: 'AbortError' })
})
