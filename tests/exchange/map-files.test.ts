import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { withoutSecrets } from '#domain/map-audience.ts'
import type { Audience, MapPlan } from '#domain/map-plan.ts'
import { toFoundryScene } from '../../exchange/foundry/scene.ts'
import { toUniversalVtt } from '../../exchange/universal-vtt/index.ts'
import { drawPlan } from '../../studio/maps/print.ts'
import { asFoundryDoes, asOwlbearDoes, type Imported } from '../studio/map-importers.ts'
import { orders, planOf } from '../studio/map-orders.ts'
import { exported, printed, walkable } from '../studio/map-tables.ts'

describe('a Universal VTT file', () => {
  test.each(orders)('of %s has what importers read', async (prompt) => {
    const plan = planOf(prompt)
    const { file } = await exported(plan, 'dm')
    expect(Object.keys(file)).toEqual([
      'format',
      'resolution',
      'line_of_sight',
      'objects_line_of_sight',
      'portals',
      'environment',
      'lights',
      'image',
    ])
    expect(file.format).toBe(0.3)
    expect(file.resolution).toEqual({
      map_origin: { x: 0, y: 0 },
      map_size: { x: plan.grid.cols, y: plan.grid.rows },
      pixels_per_grid: plan.grid.px,
    })
    const numbers = JSON.stringify({ ...file, image: '' }).match(/-?\d+\.?\d*(e-?\d+)?/g) ?? []
    expect(numbers.every((n) => Number.isFinite(Number(n)) && (n.split('.')[1] ?? '').length <= 6)).toBe(true)
    for (const line of file.line_of_sight) expect(line.length).toBeGreaterThanOrEqual(2)
    for (const ring of file.objects_line_of_sight) expect(ring.at(-1)).toEqual(ring[0])
    for (const { color, position, range } of file.lights) {
      expect(color).toMatch(/^ff[0-9a-f]{6}$/)
      expect(range).toBeGreaterThan(0)
      expect(position.x).toBeGreaterThan(0)
      expect(position.x).toBeLessThan(plan.grid.cols)
    }
    for (const { bounds, position, rotation } of file.portals) {
      const [a, b] = bounds
      expect(position).toEqual({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
      expect(rotation).toBeCloseTo(Math.atan2(b.y - a.y, b.x - a.x), 5)
    }
    const points = [...file.line_of_sight, ...file.objects_line_of_sight].reduce((sum, line) => sum + line.length, 0)
    expect(points).toBeLessThan(2500)
  })

  test('is the same map at both tables, and one walks there where one walks on the plan', async () => {
    for (const prompt of ['a crypt', 'a tavern', 'a castle keep', 'a village']) {
      const plan = planOf(prompt)
      const text = JSON.stringify((await exported(plan, 'players')).file)
      const [foundry, owlbear] = [asFoundryDoes(text), asOwlbearDoes(text)]
      expect(foundry.picture).toBe('png')
      expect({ width: foundry.width, height: foundry.height }).toEqual({ width: owlbear.width, height: owlbear.height })
      const doors = (map: Imported) => map.walls.filter(({ kind }) => kind === 'door').length
      expect(doors(foundry)).toBe(doors(owlbear))
      const shown = withoutSecrets(plan)
      const floor = new Set(shown.cells.flatMap((room, cell) => (room ? [cell] : [])))
      expect(walkable(foundry, shown)).toEqual(floor)
    }
  })

  test('has a wall that stops at one jamb of each door, and another that begins at the other', async () => {
    const plan = planOf('a crypt')
    const { file } = await exported(plan, 'dm')
    const ends = new Set(
      file.line_of_sight.flatMap((line) => [line[0], line.at(-1)]).map((end) => `${end?.x},${end?.y}`),
    )
    for (const { bounds } of file.portals) for (const { x, y } of bounds) expect(ends).toContain(`${x},${y}`)
  })

  test('says that light is baked exactly when it was painted', async () => {
    const [night, day] = [planOf('a tavern at night'), planOf('a tavern')]
    for (const plan of [night, day]) {
      const print = await printed(plan, 'dm')
      const { file } = toUniversalVtt(plan, print, 'dm')
      expect(file.environment.baked_lighting).toBe(print.bakedLighting)
    }
    expect((await printed(night, 'dm')).bakedLighting).toBe(true)
    expect((await printed(day, 'dm')).bakedLighting).toBe(false)
    expect(drawPlan(night, { audience: 'dm', lit: false }).bakedLighting).toBe(false)
  })

  test('holds a picture of whole squares, and refuses another', async () => {
    const plan = planOf('a crypt')
    const { file } = toUniversalVtt(plan, await printed(plan, 'players'), 'players')
    const { width, height, format } = await sharp(Buffer.from(file.image, 'base64')).metadata()
    expect({ width, height, format }).toEqual({
      width: plan.grid.cols * plan.grid.px,
      height: plan.grid.rows * plan.grid.px,
      format: 'png',
    })
    const odd = await sharp({ create: { width: 501, height: 500, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    expect(() => toUniversalVtt(plan, { png: odd, bakedLighting: false }, 'dm')).toThrow(RangeError)
    expect(() => toUniversalVtt(plan, { png: Buffer.from('no picture'), bakedLighting: false }, 'dm')).toThrow(
      RangeError,
    )
  })

  test('says what it has no room for', async () => {
    const { dropped } = await exported(planOf('a sewer'), 'dm')
    expect(dropped.join(' ')).toMatch(/secret door/)
    expect(dropped.join(' ')).toMatch(/Water/)
  })
})

describe('a Foundry scene', () => {
  const sceneOf = (plan: MapPlan, audience: Audience) =>
    toFoundryScene(
      plan,
      {
        src: 'maps/map.webp',
        width: plan.grid.cols * plan.grid.px,
        height: plan.grid.rows * plan.grid.px,
        bakedLighting: false,
      },
      audience,
    ).file

  test('knows doors by their kind and state, for the game master the secret ones too', () => {
    const plan = planOf('a crypt', { seed: 3 })
    const scene = sceneOf(plan, 'dm')
    const of = (kind: number) => scene.walls.filter(({ door }) => door === kind).length
    expect(of(2)).toBe(plan.doors.filter(({ secret }) => secret).length)
    expect(of(1)).toBe(plan.doors.filter(({ secret, kind }) => !secret && kind !== 'arch').length)
    expect(scene.grid).toMatchObject({ type: 1, size: plan.grid.px, distance: 5, units: 'ft' })
    for (const { c } of scene.walls) for (const value of c) expect(Number.isInteger(value)).toBe(true)
  })

  test('lets a rail be seen over, a window be looked through and neither be walked through', () => {
    const rails = sceneOf(planOf('a pirate ship'), 'dm').walls.filter(({ sight, move }) => sight === 0 && move === 20)
    const panes = sceneOf(planOf('a tavern'), 'dm').walls.filter(({ sight, move }) => sight === 30 && move === 20)
    expect(rails.length).toBeGreaterThan(0)
    expect(panes.length).toBeGreaterThan(0)
    expect(panes[0]?.threshold).toEqual({ light: 10, sight: 10, sound: null, attenuation: true })
  })

  test('measures lights in feet, bright within dim', () => {
    for (const { config } of sceneOf(planOf('a crypt'), 'dm').lights) {
      expect(config.color).toMatch(/^#[0-9a-f]{6}$/)
      expect(config.bright).toBeLessThan(config.dim)
      expect(config.dim % 5).toBe(0)
    }
  })
})
