import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsOf, MapPlan, roomAt, sidesOf, themes } from '#domain/map-plan.ts'
import { blockedCells, footprint, isWalled, reachable } from '#domain/map-reach.ts'
import { drawPlan } from '../../studio/maps/print.ts'
import { wallsOf } from '../../studio/maps/walls.ts'
import { casesOf, runsOf } from '../walk.ts'
import { orders, planOf, sizes } from './map-orders.ts'

const cellAt = (plan: MapPlan, x: number, y: number) => Math.floor(y) * plan.grid.cols + Math.floor(x)

/** What is wrong with a plan, in words; nothing when it can be played. */
const faults = (plan: MapPlan): string[] => {
  const found: string[] = []
  const blocked = blockedCells(plan)
  const open = reachable(plan)
  const all = reachable(plan, { secrets: true })
  for (const room of plan.rooms) {
    const free = cellsOf(plan, room.id).filter((cell) => !blocked.has(cell))
    if (!free.length) found.push(`nobody can stand in ${room.name}`)
    if (free.some((cell) => !all.has(cell))) found.push(`part of ${room.name} cannot be reached`)
    if (room.secret === free.some((cell) => open.has(cell)))
      found.push(`${room.name} is ${room.secret ? 'no secret' : 'secret and does not say so'}`)
    if (!room.name || !room.note) found.push(`room ${room.id} has no place in the key`)
  }
  const sills = new Set<number>()
  for (const door of plan.doors)
    for (const { near, far } of sidesOf(door)) {
      const [a, b] = [roomAt(plan, ...near), roomAt(plan, ...far)]
      if (!a || !b || !isWalled(plan, a, b)) found.push(`door ${door.id} is in no wall`)
      sills.add(cellAt(plan, ...near)).add(cellAt(plan, ...far))
    }
  for (const thing of plan.furniture) {
    if (!roomAt(plan, Math.floor(thing.x), Math.floor(thing.y))) found.push(`a ${thing.kind} stands in the rock`)
    if (thing.blocks && footprint(thing, plan.grid.cols).some((cell) => sills.has(cell)))
      found.push(`a ${thing.kind} stands in a doorway`)
  }
  for (const { x, y } of plan.lights)
    if (!roomAt(plan, Math.floor(x), Math.floor(y))) found.push('a light burns in the rock')
  for (const window of plan.windows)
    for (const { near, far } of sidesOf(window)) {
      const sides = [near, far].map(([x, y]) => plan.rooms[roomAt(plan, x, y) - 1]?.outside)
      if (sides[0] === sides[1]) found.push('a window does not look out')
    }
  if (leaks(plan)) found.push('walls are open')
  return found
}

/** Whether something that creeps, a quarter of a square wide, gets through walls into the rock when all doors stand open. */
const leaks = (plan: MapPlan): boolean => {
  const { cols, rows } = plan.grid
  const fine = 4
  const [w, h] = [cols * fine, rows * fine]
  const wall = new Uint8Array(w * h)
  for (const { points } of wallsOf(plan))
    for (const [i, to] of points.entries()) {
      const from = points[i - 1]
      if (!from) continue
      const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * fine * 3) + 1
      for (let k = 0; k <= steps; k++) {
        const [x, y] = [from.x + ((to.x - from.x) * k) / steps, from.y + ((to.y - from.y) * k) / steps]
        // A wall on the line between two points of the raster closes both.
        for (const [dx, dy] of [
          [-0.01, -0.01],
          [0.01, 0.01],
          [-0.01, 0.01],
          [0.01, -0.01],
        ] as const) {
          const [px, py] = [Math.floor((x + dx) * fine), Math.floor((y + dy) * fine)]
          if (px >= 0 && py >= 0 && px < w && py < h) wall[py * w + px] = 1
        }
      }
    }
  const deep = (x: number, y: number) =>
    [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => !roomAt(plan, x + dx, y + dy)))
  const start = Math.floor((plan.entrance.y + 0.5) * fine) * w + Math.floor((plan.entrance.x + 0.5) * fine)
  const seen = new Set([start])
  const line = [start]
  for (let at = line.pop(); at !== undefined; at = line.pop()) {
    const [x, y] = [at % w, Math.floor(at / w)]
    if (deep(Math.floor(x / fine), Math.floor(y / fine))) return true
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [nx, ny] = [x + dx, y + dy]
      const to = ny * w + nx
      if (nx < 0 || ny < 0 || nx >= w || ny >= h || wall[to] || seen.has(to)) continue
      seen.add(to)
      line.push(to)
    }
  }
  return false
}

const thirty = Array.from({ length: 30 }, (_, i) => ({
  prompt: orders[i % orders.length] as string,
  seed: 100 + i,
  ...(sizes[Math.floor(i / 3) % sizes.length] as (typeof sizes)[number]),
}))

describe('thirty maps of every theme, in four formats', () => {
  // Nine prompts, and four formats of three maps each: twelve maps have all of both.
  test.each(casesOf(thirty, 12))(
    '$prompt, $width × $height, seed $seed, can be played and printed',
    ({ prompt, ...size }) => {
      const plan = planOf(prompt, size)
      expect(MapPlan.parse(plan)).toEqual(plan)
      expect(faults(plan)).toEqual([])
      const { pixels, width, height } = drawPlan(plan, { audience: 'dm', lit: false, grid: true })
      expect({ width, height, bytes: pixels.length }).toEqual({
        width: size.width,
        height: size.height,
        bytes: size.width * size.height * 4,
      })
    },
    30_000,
  )

  test('are of all themes, and hide something below ground and indoors', () => {
    const plans = thirty.map(({ prompt, ...size }) => planOf(prompt, size))
    expect(new Set(plans.map(({ theme }) => theme))).toEqual(new Set(themes))
    const hiding = plans.filter(({ doors }) => doors.some(({ secret }) => secret)).map(({ theme }) => theme)
    for (const theme of ['crypt', 'sewer', 'keep', 'tavern'] as const) expect(hiding).toContain(theme)
  })
})

test('whatever the seed, a plan can be played', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...orders),
      fc.nat({ max: 2 ** 32 - 1 }),
      fc.constantFrom(...sizes),
      fc.constantFrom('', 'small ', 'large '),
      (prompt, seed, size, scale) => {
        expect(faults(planOf(prompt.replace(/^a /, `a ${scale}`), { seed, ...size }))).toEqual([])
      },
    ),
    { numRuns: runsOf(10, 300) },
  )
})

test('the same words, size and seed make the same plan, another seed another', () => {
  expect(planOf('a crypt')).toEqual(planOf('a crypt'))
  expect(planOf('a crypt', { seed: 8 }).cells).not.toEqual(planOf('a crypt').cells)
})

describe('words', () => {
  test('name rooms, flood them, hide them and count them', () => {
    const plan = planOf('a crypt with a throne room, a flooded cell, a hidden vault and two chapels', {
      width: 1024,
      height: 1024,
    })
    const named = plan.rooms.map(({ name }) => name)
    expect(named).toContain('The Flooded Cell')
    expect(plan.rooms.filter(({ purpose }) => purpose === 'hall')).toHaveLength(1)
    expect(plan.rooms.filter(({ purpose }) => purpose === 'chapel')).toHaveLength(2)
    expect(plan.rooms.find(({ name }) => name === 'The Hidden Vault')?.secret).toBe(true)
    const cell = plan.rooms.find(({ name }) => name === 'The Flooded Cell')?.id
    expect(plan.pools.some(({ cells }) => cells.every((at) => plan.cells[at] === cell))).toBe(true)
  })

  test.each([
    ['a snowy forest at night', { land: 'snow', hour: 'night' }],
    ['a desert tomb', { land: 'desert', hour: 'day' }],
    ['a volcanic lava cave', { land: 'ash' }],
    ['a village in autumn at dusk', { land: 'autumn', hour: 'dusk' }],
  ])('say what land and hour it is: %s', (prompt, look) => {
    expect(planOf(prompt, { outdoors: /forest|village/.test(prompt) }).look).toMatchObject(look)
  })

  test('size a map: a small one has larger squares', () => {
    const [small, usual, large] = ['a small cave', 'a cave', 'a huge cave'].map(
      (prompt) => planOf(prompt, { width: 1024, height: 1024 }).grid.px,
    )
    expect(small).toBeGreaterThan(usual as number)
    expect(usual).toBeGreaterThan(large as number)
  })

  test('that forbid are heeded', () => {
    const plan = planOf('a forest', { outdoors: true, negativePrompt: 'trees, grid' })
    expect(plan.furniture.some(({ kind }) => kind === 'tree')).toBe(false)
    expect(plan.grid.shown).toBe(false)
  })
})
