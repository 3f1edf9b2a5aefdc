import { inflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { write3mf, writeObj, writeStl } from '../../backend/providers/models/files.ts'
import { readGlb, writeGlb } from '../../backend/providers/models/glb.ts'
import { partsOf } from '../../backend/providers/models/parts.ts'
import { reportOn } from '../../backend/providers/models/report.ts'
import { nameIn } from '../../studio/figure/given-name.ts'
import { inscriptionOf } from '../../studio/figure/lettering.ts'
import type { Cast } from '../../studio/figure/mesh.ts'
import { readFigure } from '../../studio/figure/order.ts'
import { sculptPicture } from '../../studio/figure/pictured.ts'
import { sculptFigure } from '../../studio/figure/sculpt.ts'
import { briefOf } from '../../studio/maps/order.ts'
import { planMap } from '../../studio/maps/plan-map.ts'
import { openStage } from '../../studio/stage.ts'
import { openEdges, thinShare, volumeOf } from './mesh-checks.ts'

/** A red disc with a head on a pale ground, which stands out. */
const picture = () => {
  const svg = `<svg width="400" height="520"><rect width="400" height="520" fill="#dfe6ea"/><circle cx="200" cy="150" r="80" fill="#b23a2e"/><rect x="120" y="220" width="160" height="300" fill="#7a2a60"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const stageOf = (prompt: string) => ({
  model: 'studio-dungeon' as const,
  prompt,
  negativePrompt: '',
  stylePreset: null,
})

const solid = (cast: Cast | undefined, height: number) => {
  if (!cast) throw new Error('There is no model')
  expect(openEdges(cast.faces)).toBe(0)
  const { triangles, sizeMm } = reportOn(cast)
  expect(triangles).toBeLessThanOrEqual(200_000)
  expect(volumeOf(cast)).toBeGreaterThan(height)
  expect(Math.abs(sizeMm.height - height)).toBeLessThan(height * 0.4)
  const lowest = cast.at.filter((_, i) => i % 3 === 1).reduce((low, y) => Math.min(low, y), 1e9)
  expect(Math.abs(lowest)).toBeLessThan(0.05)
  return cast
}

describe('a model', () => {
  test.each([
    ['a dwarf blacksmith with a hammer', false],
    ['a queen with a crown', true],
    ['a grey wolf', false],
    ['a red dragon', false],
    ['a giant spider', false],
    ['a golem', false],
    ['a beholder', false],
    ['a skeleton', false],
    ['a horse', false],
    ['a stag', false],
    ['a treasure chest', false],
    ['a green potion', false],
    ['a sword in a stone', false],
    ['an old spellbook', false],
    ['a golden crown', false],
    ['a skull', false],
    ['a crystal ball', false],
  ])('of %s is closed and stands on the ground', async (prompt, isBust) => {
    solid(await sculptFigure({ prompt, seed: 3, height: 28, isBust, edge: 1.3 }), 28)
  })

  test('has walls that print, also wings and horns of a small one', { tags: 'long' }, async () => {
    const dragon = await sculptFigure({ prompt: 'a red dragon', seed: 7, height: 28, isBust: false, edge: 0.6 })
    expect(thinShare(solid(dragon, 28), 1.1, 400)).toBeLessThan(0.05)
  })

  test.each(['relief', 'figure'] as const)('of a picture as a %s is closed and stands on the ground', async (as) => {
    solid(await sculptPicture({ image: await picture(), as, name: 'Ada', seed: 3, height: 28, detail: 64 }), 28)
  })

  test('of a picture that the studio drew has the outline that it noted', { tags: 'long' }, async () => {
    // A column of 20 of 100 coarse pixels, over the full height: out, in, out and so on.
    const mask = [40, ...Array.from({ length: 129 }, () => [20, 80]).flat(), 20, 40]
    const noted = { width: 400, height: 520, things: [{ words: ['person'], subject: true, mask }], background: null }
    const request = { image: await picture(), as: 'figure' as const, seed: 3, height: 28, detail: 64 }
    const [cast, other] = [await sculptPicture({ ...request, things: noted }), await sculptPicture(request)]
    const widthOf = (each: Cast | undefined) => {
      const xs = each?.at.filter((_, i) => i % 3 === 0 && (each.at[i + 1] as number) > 8) ?? []
      return Math.max(...xs) - Math.min(...xs)
    }
    expect(widthOf(cast)).toBeLessThan(widthOf(other) * 0.75)
  })

  test.each([true, false])('of a map as terrain is a closed tile (its plan is known: %s)', async (isKnown) => {
    const size = { width: 512, height: 512, seed: 3 }
    const plan = planMap(briefOf(openStage({ ...stageOf('a crypt'), ...size }), false), size)
    const image = await sharp({ create: { ...size, channels: 3, background: '#777' } })
      .png()
      .toBuffer()
    const cast = await sculptPicture({
      image,
      as: 'terrain',
      seed: 3,
      height: 28,
      detail: 128,
      ...(isKnown && { plan }),
    })
    if (!cast) throw new Error('There is no tile')
    expect(openEdges(cast.faces)).toBe(0)
    expect(volumeOf(cast)).toBeGreaterThan(0)
    const { sizeMm, triangles } = reportOn(cast)
    expect([sizeMm.width, sizeMm.depth]).toEqual([112, 112])
    expect(triangles).toBeLessThanOrEqual(200_000)
    // Walls are one and a half squares high.
    const square = (112 * plan.grid.px) / plan.width
    if (isKnown) expect(sizeMm.height).toBeCloseTo(3 + 1.5 * square, 0)
    expect(Math.min(...cast.at.filter((_, i) => i % 3 === 1))).toBeCloseTo(0)
  })

  test('keeps its form and colours in a GLB, and is in mm in the files of printers', async () => {
    const cast = solid(
      await sculptPicture({ image: await picture(), as: 'relief', seed: 3, height: 28, detail: 40 }),
      28,
    )
    const glb = await writeGlb(cast, 'Test', 'A relief')
    expect([glb.toString('latin1', 0, 4), glb.readUInt32LE(4), glb.readUInt32LE(8)]).toEqual(['glTF', 2, glb.length])
    const mesh = await readGlb(glb)
    expect([...mesh.faces]).toEqual([...cast.faces])
    expect(mesh.at.every((value, i) => Math.abs(value - (cast.at[i] as number)) < 1e-3)).toBe(true)
    expect(mesh.colour?.every((value, i) => Math.abs(value - (cast.colour[i] as number)) <= 1)).toBe(true)

    const parts = [{ name: 'model' as const, mesh }]
    const stl = writeStl(parts)
    const count = mesh.faces.length / 3
    expect([stl.length, stl.readUInt32LE(80)]).toEqual([84 + 50 * count, count])
    const heights = Array.from({ length: count }, (_, f) => stl.readFloatLE(84 + 50 * f + 12 + 8))
    expect(Math.max(...heights)).toBeGreaterThan(20)
    expect(Math.min(...heights)).toBeGreaterThan(-0.05)

    const lines = writeObj(parts).toString().split('\n')
    expect(lines.filter((line) => line.startsWith('v ')).length).toBe(mesh.at.length / 3)
    expect(lines.filter((line) => line.startsWith('f ')).length).toBe(count)

    const model = entryOf(write3mf(parts), '3D/3dmodel.model')
    expect(model.match(/<triangle /g)?.length).toBe(count)
    expect(model).toContain('unit="millimeter"')
  })
})

describe('parts for printers', () => {
  const files = async (prompt: string) => {
    const cast = await sculptFigure({ prompt, seed: 3, height: 28, isBust: false, edge: 0.9 })
    if (!cast) throw new Error('There is no model')
    const mesh = await readGlb(await writeGlb(cast, 'Test', 'A figure'))
    return { mesh, parts: await partsOf(mesh) }
  }

  test.each(['a dwarf innkeeper', 'a wolf', 'a treasure chest'])(
    'of %s are a closed figure and a closed base',
    async (prompt) => {
      const { mesh, parts } = await files(prompt)
      expect(parts.map(({ name }) => name)).toEqual(['figure', 'base'])
      for (const { mesh: part } of parts) {
        expect(openEdges(part.faces)).toBe(0)
        expect(part.colour?.length).toBe(part.at.length)
      }
      const [figure, base] = parts.map(({ mesh: part }) => volumeOf(part)) as [number, number]
      expect(figure).toBeGreaterThan(200)
      expect(base).toBeGreaterThan(500)
      expect(figure + base).toBeCloseTo(volumeOf(mesh), 0)
      const heights = (part: number) => parts[part]?.mesh.at.filter((_, i) => i % 3 === 1) ?? []
      expect(Math.min(...heights(0))).toBeGreaterThan(Math.min(...heights(1)) + 2)

      const obj = writeObj(parts).toString()
      expect(obj.match(/^o .*/gm)).toEqual(['o figure', 'o base'])
      const corners = obj.match(/^v /gm)?.length ?? 0
      const used = [...obj.matchAll(/^f (\d+) (\d+) (\d+)/gm)].flatMap(([, ...each]) => each.map(Number))
      expect(Math.max(...used)).toBe(corners)
      expect(Math.min(...used)).toBe(1)
      const model = entryOf(write3mf(parts), '3D/3dmodel.model')
      expect(
        [...model.matchAll(/<object id="(\d)" type="model" name="(\w+)"/g)].map(([, id, name]) => [id, name]),
      ).toEqual([
        ['2', 'figure'],
        ['3', 'base'],
        ['4', 'model'],
      ])
      expect(model).toContain('<component objectid="2"/><component objectid="3"/>')
      expect(model).toContain('<build><item objectid="4"/></build>')
      const triangles = parts.reduce((sum, part) => sum + part.mesh.faces.length / 3, 0)
      expect(model.match(/<triangle /g)?.length).toBe(triangles)
      expect(writeStl(parts).readUInt32LE(80)).toBe(triangles)
    },
  )

  test('are one where the model has no base or is not closed', async () => {
    const { mesh } = await files('a wolf')
    expect((await partsOf({ ...mesh, partsAt: undefined })).map(({ name }) => name)).toEqual(['model'])
    expect((await partsOf({ ...mesh, faces: mesh.faces.slice(3) })).map(({ name }) => name)).toEqual(['model'])
    expect((await partsOf({ ...mesh, partsAt: 1e6 })).map(({ name }) => name)).toEqual(['model'])
  })
})

/** An entry of a zip archive, found by its central directory. */
const entryOf = (zip: Buffer, name: string): string => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < zip.readUInt16LE(end + 10); n++) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
      return inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20))).toString()
    }
    at += 46 + nameLength + extra + comment
  }
  throw new Error(`There is no ${name}`)
}

describe('a prompt', () => {
  test('is read as a person with what they carry', () => {
    const { order, understood, ignored } = readFigure('a grim dwarf knight with a greataxe in the rain')
    expect(order).toMatchObject({ kind: 'person', carried: [null, 'greataxe'], trade: { twoHanded: true } })
    expect(understood).toEqual(expect.arrayContaining(['dwarf', 'knight', 'greataxe']))
    expect(ignored).toContain('rain')
    expect(readFigure('an elf with a shield and a sword').order).toMatchObject({ carried: ['shield', 'sword'] })
  })

  test.each([
    ['a red dragon', { kind: 'creature', creature: 'dragon' }],
    ['wolves in the snow', { kind: 'creature', creature: 'wolf' }],
    ['a skeleton with a sword', { kind: 'creature', creature: 'skeleton' }],
    ['a dragon knight', { kind: 'person' }],
    ['a hunter of bears', { kind: 'person' }],
    ['a bear and a hunter', { kind: 'creature', creature: 'bear' }],
    ['the sword of the dragon king', { kind: 'item', item: 'sword' }],
    ['a king with a sword', { kind: 'person' }],
    ['a treasure chest', { kind: 'item', item: 'chest' }],
  ])('of %s is read by what is named first', (prompt, order) => {
    expect(readFigure(prompt).order).toMatchObject(order)
  })

  test.each([
    ['a guard named Borin Ironfoot with a spear', 'Borin Ironfoot'],
    ['a knight called Ada of the Vale, with a sword', 'Ada of the Vale'],
    ['“Old Tom”, a fat innkeeper', 'Old Tom'],
    ['a wolf', undefined],
  ])('of %s gives the name %s', (prompt, name) => {
    expect(nameIn(prompt).name).toBe(name)
  })

  test('has its name on the base, and none of its words in the figure', async () => {
    const prompt = 'a golem named Wolf'
    const { order, understood } = readFigure(prompt)
    expect(order).toEqual({ kind: 'creature', creature: 'golem' })
    expect(understood).toEqual(['golem', '“Wolf” on the base'])
    const request = { seed: 3, height: 28, isBust: false, edge: 1.3 }
    const named = solid(await sculptFigure({ ...request, prompt }), 28)
    const plain = solid(await sculptFigure({ ...request, prompt: 'a golem' }), 28)
    const inFront = ({ at }: Cast) => at.filter((_, i) => i % 3 === 2).reduce((most, z) => Math.max(most, z), 0)
    expect(volumeOf(named)).toBeGreaterThan(volumeOf(plain))
    expect(inFront(named)).toBeGreaterThan(inFront(plain) + 0.1)
  })

  test.each([
    ['Sir Rodric the Extraordinarily Verbose of Amberwick', 'SIR RODRIC'],
    ['Ælfgifu', 'ÆLFGIFU'],
    ['Горан', 'ГОРАН'],
    ['龍', ''],
  ])('letters %s as %s', (name, inscription) => {
    expect(inscriptionOf(name)).toBe(inscription)
  })

  test.each(['a griffin', 'a castle by the sea', 'xyzzy'])('of %s is not understood', (prompt) => {
    expect(readFigure(prompt).order).toBeUndefined()
  })
})
