import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from './colour.ts'
import { rockHeap } from './map-objects/masonry.ts'
import { objects } from './map-objects.ts'
import { deadTree } from './props/trees.ts'
import type { Random } from './random.ts'
import { apart, type Pen, type Stage } from './stage.ts'
import { meeting } from './wilderness-course.ts'
import type { Land } from './wilderness-land.ts'

interface Spot {
  x: number
  y: number
  size: number
}

/** What grows and lies on the land, lowest first: flowers, stones, works of people, then the crowns of trees. Answers where fires burn. */
export const scatter = (stage: Stage, land: Land): Spot[] => {
  const { w, h, has, may } = stage
  const next = stage.chance('scatter')
  const { cell } = land
  const dry = (x: number, y: number, margin: number) => land.wetness(x, y) > margin && land.onPath(x, y) > margin
  const find = (margin: number, tries = 60, inner = 0.14): { x: number; y: number } => {
    for (let i = 0; i < tries; i++) {
      const x = w * (inner + (1 - 2 * inner) * next())
      const y = h * (inner + (1 - 2 * inner) * next())
      if (dry(x, y, margin)) return { x, y }
    }
    return { x: w / 2, y: h / 2 }
  }
  const kept: Spot[] = []
  const keep = (spot: Spot) => kept.push(spot)
  const fires: Spot[] = []
  tufts(stage, land, dry)
  if (land.courses.cliff) cliff(stage, land)
  if (has('ground', 'farm') && may('farm')) {
    for (let i = 0; i < 3; i++) {
      const at = find(cell * 2.5)
      field(stage, land, at)
      keep({ ...at, size: cell * 3 })
    }
  }
  if (land.courses.river && land.courses.paths[0]) {
    const at = meeting(land.courses.river, land.courses.paths[0])
    if (may('bridge')) bridge(stage, land, at)
    keep({ ...at, size: cell * 2.6 })
  }
  if (has('ground', 'ruin') && may('ruin')) {
    const at = find(cell * 3)
    ruin(stage, land, at)
    keep({ ...at, size: cell * 3.6 })
  }
  if (has('ground', 'stones') && may('stones')) {
    const at = find(cell * 3.2)
    stoneCircle(stage, land, at)
    keep({ ...at, size: cell * 3.8 })
  }
  if (has('ground', 'grave') && may('grave')) {
    const at = find(cell * 3)
    for (let i = 0; i < 12; i++)
      thing(
        stage,
        land,
        'coffin',
        at.x + ((i % 4) - 1.5) * cell * 1.5,
        at.y + (Math.floor(i / 4) - 1) * cell * 2.1,
        0.8,
      )
    keep({ ...at, size: cell * 4 })
  }
  if (has('ground', 'camp', 'fire') && may('camp')) {
    const at = find(cell * 2.4)
    camp(stage, land, at, has('ground', 'camp'))
    fires.push({ ...at, size: cell })
    keep({ ...at, size: cell * 3.4 })
  }
  if (may('rock'))
    for (let i = 0; i < (has('ground', 'rock', 'cliff', 'desert') ? 46 : 18) * (w / 1024); i++) {
      const x = next() * w
      const y = next() * h
      if (land.onPath(x, y) < cell * 0.3 || land.wetness(x, y) < -cell * 0.7) continue
      boulder(stage, land, x, y, cell * next.between(0.16, 0.5), next)
    }
  if (may('log')) for (let i = 0; i < (has('ground', 'log') ? 6 : 2); i++) log(stage, find(cell * 0.8), cell, next)
  if (has('ground', 'boat') || has('ground', 'pier')) jetty(stage, land, next)
  trees(stage, land, kept, next)
  return fires
}

const thing = (
  stage: Stage,
  land: Land,
  name: keyof typeof objects,
  x: number,
  y: number,
  size: number,
  turn = 0,
): void =>
  apart(stage.pen, () => {
    stage.pen.translate(x, y)
    stage.pen.rotate(turn)
    stage.pen.scale(land.cell * size, land.cell * size)
    objects[name](stage.pen, stage.chance(`${name}${Math.round(x)}`), {
      stone: land.look.rock,
      floor: land.look.path,
      accent: stage.palette.accent,
    })
  })

const tufts = (stage: Stage, land: Land, dry: (x: number, y: number, margin: number) => boolean): void => {
  const { w, h, u, pen, may, has } = stage
  if (!may('grass')) return
  const next = stage.chance('tufts')
  pen.lineCap = 'round'
  const colours = [mix(land.look.lush, [0, 0, 0], 0.25), mix(land.look.base, [255, 255, 230], 0.3), land.look.dry]
  for (let i = 0; i < 900 * ((w * h) / 1048576); i++) {
    const x = next() * w
    const y = next() * h
    if (!dry(x, y, 5 * u)) continue
    pen.strokeStyle = css(next.pick(colours), 0.75)
    pen.lineWidth = 1.5 * u
    for (let k = -1; k <= 1; k++) {
      pen.beginPath()
      pen.moveTo(x + k * 3 * u, y)
      pen.lineTo(x + k * 5.4 * u, y - next.between(5, 10) * u)
      pen.stroke()
    }
  }
  const blooms = has('ground', 'flower', 'clearing') || has('season', 'spring') ? 500 : 70
  if (may('flower'))
    for (let i = 0; i < blooms; i++) {
      const x = next() * w
      const y = next() * h
      if (!dry(x, y, 8 * u)) continue
      pen.fillStyle = css(hex(next.pick(['#f2e2a0', '#f4f0ea', '#e08aa8', '#b48ad8', '#e8b24a'])), 0.95)
      pen.beginPath()
      pen.arc(x, y, next.between(1.6, 3.4) * u, 0, 7)
      pen.fill()
    }
}

const boulder = (stage: Stage, land: Land, x: number, y: number, r: number, next: Random): void => {
  const { pen, sun } = stage
  const outline = Array.from({ length: 9 }, (_, k) => {
    const s = r * next.between(0.78, 1.1)
    return [x + Math.cos(k * 0.698) * s, y + Math.sin(k * 0.698) * s * 0.86] as const
  })
  const shape = (dx: number, dy: number, grow: number, colour: Rgb, alpha = 1) => {
    pen.fillStyle = css(colour, alpha)
    pen.beginPath()
    for (const [px, py] of outline) pen.lineTo(x + (px - x) * grow + dx, y + (py - y) * grow + dy)
    pen.closePath()
    pen.fill()
  }
  shape(-sun.side * r * 0.22, r * 0.26, 1.05, [10, 10, 14], 0.38)
  shape(0, 0, 1, mix(land.look.rock, [0, 0, 0], 0.42))
  shape(sun.side * r * 0.08, -r * 0.08, 0.84, land.look.rock)
  shape(sun.side * r * 0.18, -r * 0.2, 0.5, mix(land.look.rock, [255, 250, 235], 0.42))
}

const log = (stage: Stage, { x, y }: { x: number; y: number }, cell: number, next: Random): void =>
  apart(stage.pen, () => {
    const { pen } = stage
    pen.translate(x, y)
    pen.rotate(next() * 6.3)
    pen.scale(cell, cell)
    pen.fillStyle = css([0, 0, 0], 0.35)
    pen.fillRect(-1.1, -0.06, 2.3, 0.34)
    pen.fillStyle = css(hex('#6a4a2e'))
    pen.fillRect(-1.1, -0.17, 2.2, 0.34)
    pen.fillStyle = css(hex('#8a6440'))
    pen.fillRect(-1.1, -0.15, 2.2, 0.12)
    pen.fillStyle = css(hex('#d0ac78'))
    pen.beginPath()
    pen.ellipse(1.1, 0, 0.09, 0.17, 0, 0, 7)
    pen.fill()
  })

const bridge = (stage: Stage, land: Land, { x, y, angle }: { x: number; y: number; angle: number }): void =>
  apart(stage.pen, () => {
    const { pen, scene } = stage
    const river = land.courses.river
    const half = (river ? river.half : land.cell) / land.cell + 0.9
    const stone = scene.material.includes('stone')
    const deck = stone ? mix(land.look.rock, [255, 245, 225], 0.15) : hex('#96683c')
    pen.translate(x, y)
    pen.rotate(angle)
    pen.scale(land.cell, land.cell)
    pen.fillStyle = css([6, 10, 16], 0.45)
    pen.fillRect(-half, -0.7, half * 2, 1.9)
    pen.fillStyle = css(deck)
    pen.fillRect(-half, -0.86, half * 2, 1.72)
    pen.strokeStyle = css([28, 16, 10], 0.75)
    pen.lineWidth = 0.035
    for (let px = -half; px < half; px += stone ? 0.46 : 0.22) pen.strokeRect(px, -0.86, 0.001, 1.72)
    for (const side of [-0.92, 0.74]) {
      pen.fillStyle = css(mix(deck, [0, 0, 0], 0.3))
      pen.fillRect(-half - 0.1, side, half * 2 + 0.2, 0.18)
      pen.fillStyle = css(mix(deck, [255, 245, 220], 0.3))
      pen.fillRect(-half - 0.1, side, half * 2 + 0.2, 0.06)
      for (const px of [-half, 0, half - 0.2]) {
        pen.fillStyle = css(mix(deck, [0, 0, 0], 0.5))
        pen.fillRect(px, side - 0.06, 0.24, 0.3)
      }
    }
  })

const ruin = (stage: Stage, land: Land, { x, y }: { x: number; y: number }): void => {
  const next = stage.chance('ruin')
  const { pen } = stage
  const { cell } = land
  const stone = mix(land.look.rock, [255, 244, 220], 0.12)
  apart(pen, () => {
    pen.translate(x, y)
    pen.rotate(next.between(-0.2, 0.2))
    pen.fillStyle = css(mix(land.look.path, stone, 0.5), 0.6)
    pen.fillRect(-cell * 3, -cell * 2.4, cell * 6, cell * 4.8)
    const block = (bx: number, by: number) => {
      const s = cell * next.between(0.4, 0.52)
      pen.fillStyle = css([0, 0, 0], 0.4)
      pen.fillRect(bx - s / 2 + 4, by - s / 2 + 6, s, s)
      pen.fillStyle = css(mix(stone, [0, 0, 0], next.between(0.1, 0.34)))
      pen.fillRect(bx - s / 2, by - s / 2, s, s)
      pen.fillStyle = css(mix(stone, [255, 250, 235], next.between(0.05, 0.3)))
      pen.fillRect(bx - s / 2, by - s / 2, s * 0.84, s * 0.8)
    }
    for (let i = -3; i <= 3; i += 0.5) {
      if (next.chance(0.78)) block(i * cell, -2.4 * cell)
      if (next.chance(0.5)) block(i * cell, 2.4 * cell)
    }
    for (let i = -2; i <= 2; i += 0.5) {
      if (next.chance(0.82)) block(-3 * cell, i * cell)
      if (next.chance(0.44)) block(3 * cell, i * cell)
    }
    for (const [px, py] of [
      [-1.5, -1],
      [1.5, -1],
      [-1.5, 1],
      [1.5, 1],
    ] as const)
      if (next.chance(0.7))
        apart(pen, () => {
          pen.translate(px * cell, py * cell)
          pen.scale(cell * 0.9, cell * 0.9)
          objects.pillar(pen, next, { stone: land.look.rock, floor: land.look.path, accent: stage.palette.accent })
        })
    for (let i = 0; i < 7; i++)
      apart(pen, () => {
        pen.translate(next.between(-3.2, 3.2) * cell, next.between(-2.6, 2.6) * cell)
        pen.scale(cell, cell)
        rockHeap(pen, next, { stone: land.look.rock, floor: land.look.path, accent: stage.palette.accent })
      })
  })
}

const stoneCircle = (stage: Stage, land: Land, { x, y }: { x: number; y: number }): void => {
  const next = stage.chance('henge')
  const { cell } = land
  stage.pen.fillStyle = css(land.look.path, 0.4)
  stage.pen.beginPath()
  stage.pen.arc(x, y, cell * 3.1, 0, 7)
  stage.pen.fill()
  if (stage.may('altar')) thing(stage, land, 'altar', x, y, 0.8)
  for (let i = 0; i < 11; i++) {
    const a = (i / 11) * Math.PI * 2
    boulder(
      stage,
      land,
      x + Math.cos(a) * cell * 2.7,
      y + Math.sin(a) * cell * 2.7,
      cell * next.between(0.42, 0.6),
      next,
    )
  }
}

const camp = (stage: Stage, land: Land, { x, y }: { x: number; y: number }, tents: boolean): void => {
  const next = stage.chance('camp')
  const { pen } = stage
  const { cell } = land
  pen.fillStyle = css(land.look.path, 0.5)
  pen.beginPath()
  pen.ellipse(x, y, cell * 2.6, cell * 2.3, 0, 0, 7)
  pen.fill()
  if (tents)
    for (let i = 0; i < 4; i++) {
      const a = -2.6 + i * 1.5
      apart(pen, () => {
        pen.translate(x + Math.cos(a) * cell * 2.6, y + Math.sin(a) * cell * 2.4)
        pen.rotate(a + Math.PI / 2)
        pen.scale(cell, cell)
        tentTop(pen, hex(next.pick(['#b0583a', '#c8b070', '#5a7a8a', '#7f8a52'])))
      })
    }
  for (let i = 0; i < 10; i++)
    boulder(
      stage,
      land,
      x + Math.cos(i * 0.628) * cell * 0.55,
      y + Math.sin(i * 0.628) * cell * 0.55,
      cell * 0.14,
      next,
    )
  for (const [scale, colour] of [
    [0.42, '#ff8a2a'],
    [0.28, '#ffc860'],
    [0.14, '#fff4c8'],
  ] as const) {
    pen.fillStyle = css(hex(colour))
    pen.beginPath()
    for (let i = 0; i < 14; i++)
      pen.lineTo(
        x + Math.cos(i * 0.449) * cell * scale * (i % 2 ? 0.62 : 1),
        y + Math.sin(i * 0.449) * cell * scale * (i % 2 ? 0.62 : 1),
      )
    pen.fill()
  }
  thing(stage, land, 'crate', x - cell * 1.8, y + cell * 1.2, 0.8)
}

const tentTop = (pen: Pen, colour: Rgb): void => {
  pen.fillStyle = css([0, 0, 0], 0.36)
  pen.fillRect(-0.8, -0.9, 1.9, 2.1)
  pen.fillStyle = css(mix(colour, [0, 0, 0], 0.28))
  pen.fillRect(-0.95, -1, 0.95, 2)
  pen.fillStyle = css(mix(colour, [255, 248, 225], 0.22))
  pen.fillRect(0, -1, 0.95, 2)
  pen.strokeStyle = css([30, 20, 14])
  pen.lineWidth = 0.05
  pen.strokeRect(-0.95, -1, 1.9, 2)
  pen.stroke(new Path2D('M0 -1.1V1.1'))
  pen.fillStyle = css([24, 16, 12])
  pen.fill(new Path2D('M-.3 1L0 .5L.3 1Z'))
}

const field = (stage: Stage, land: Land, { x, y }: { x: number; y: number }): void =>
  apart(stage.pen, () => {
    const { pen } = stage
    const next = stage.chance(`field${Math.round(x)}`)
    const { cell } = land
    pen.translate(x, y)
    pen.rotate(next.between(-0.25, 0.25))
    pen.fillStyle = css(hex('#7f5f3c'), 0.9)
    pen.fillRect(-cell * 3, -cell * 2, cell * 6, cell * 4)
    const crop = hex(next.pick(['#c8b04a', '#7f9a3c', '#a8a04a']))
    for (let row = -1.8; row < 2; row += 0.36)
      for (let col = -2.9; col < 2.9; col += 0.22) {
        pen.fillStyle = css(mix(crop, [40, 50, 10], next() * 0.5))
        pen.beginPath()
        pen.arc(col * cell, row * cell, cell * next.between(0.06, 0.11), 0, 7)
        pen.fill()
      }
    pen.strokeStyle = css(hex('#5a4026'))
    pen.lineWidth = cell * 0.08
    pen.strokeRect(-cell * 3.1, -cell * 2.1, cell * 6.2, cell * 4.2)
  })

/** A drop in the ground: a dark foot, and hachures running down from the edge. */
const cliff = (stage: Stage, land: Land): void => {
  const { pen, u } = stage
  const course = land.courses.cliff
  if (!course) return
  const next = stage.chance('hachures')
  const line = (dx: number, dy: number, width: number, colour: Rgb, alpha: number) => {
    pen.strokeStyle = css(colour, alpha)
    pen.lineWidth = width
    pen.lineJoin = 'round'
    pen.beginPath()
    for (const [x, y] of course.points) pen.lineTo(x + dx, y + dy)
    pen.stroke()
  }
  const shift = course.way === 'down' ? [1, 0.3] : [0.2, 1]
  line(
    (shift[0] as number) * land.cell * 0.6,
    (shift[1] as number) * land.cell * 0.6,
    land.cell * 1.5,
    [12, 12, 16],
    0.34,
  )
  line(
    (shift[0] as number) * land.cell * 0.34,
    (shift[1] as number) * land.cell * 0.34,
    land.cell * 0.9,
    mix(land.look.rock, [0, 0, 0], 0.35),
    1,
  )
  line(0, 0, land.cell * 0.28, mix(land.look.rock, [255, 250, 230], 0.35), 1)
  pen.strokeStyle = css([20, 16, 16], 0.6)
  pen.lineWidth = 1.8 * u
  for (let i = 1; i < course.points.length; i++)
    for (let k = 0; k < 7; k++) {
      const [x0, y0] = course.points[i - 1] as readonly [number, number]
      const [x1, y1] = course.points[i] as readonly [number, number]
      const x = x0 + ((x1 - x0) * k) / 7
      const y = y0 + ((y1 - y0) * k) / 7
      const length = land.cell * next.between(0.3, 0.75)
      pen.beginPath()
      pen.moveTo(x, y)
      pen.lineTo(x + (shift[0] as number) * length, y + (shift[1] as number) * length)
      pen.stroke()
    }
}

const jetty = (stage: Stage, land: Land, next: Random): void => {
  const { pen, w, h } = stage
  const { cell } = land
  const x = w * next.between(0.3, 0.7)
  let y = 0
  while (y < h && land.wetness(x, y) > 0) y += 6
  if (y >= h) return
  apart(pen, () => {
    pen.translate(x, y)
    pen.scale(cell, cell)
    pen.fillStyle = css([4, 10, 18], 0.4)
    pen.fillRect(-0.5, -0.5, 1.3, 4.6)
    for (let i = 0; i < 15; i++) {
      pen.fillStyle = css(mix(hex('#8f6a42'), [0, 0, 0], next() * 0.25))
      pen.fillRect(-0.6, -0.6 + i * 0.3, 1.2, 0.26)
    }
    pen.translate(1.6, 2.4)
    pen.fillStyle = css(hex('#5a3c24'))
    pen.fill(new Path2D('M0 -1.3C.6 -.6 .6 .6 .36 1.1L-.36 1.1C-.6 .6 -.6 -.6 0 -1.3Z'))
    pen.fillStyle = css(hex('#a87c4c'))
    pen.fill(new Path2D('M0 -1.05C.44 -.5 .44 .5 .26 .94L-.26 .94C-.44 .5 -.44 -.5 0 -1.05Z'))
    pen.fillStyle = css(hex('#5a3c24'))
    pen.fillRect(-0.4, -0.3, 0.8, 0.16)
    pen.fillRect(-0.38, 0.34, 0.76, 0.16)
  })
}

/** Crowns thicken towards the edges and leave the middle open to fight in; each throws a shadow and hides its trunk. */
const trees = (stage: Stage, land: Land, kept: readonly Spot[], next: Random): void => {
  const { w, h, has, may } = stage
  const { cell } = land
  if (!may('tree')) return
  const dense = has('ground', 'jungle')
    ? 1.35
    : has('ground', 'forest')
      ? 1.15
      : has('ground', 'clearing', 'desert', 'coast', 'farm', 'ash', 'snow')
        ? 0.45
        : 0.75
  const clumps = stage.noise('clumps')
  const spots: Spot[] = []
  for (let i = 0; i < 520 * dense * ((w * h) / 1048576); i++) {
    const x = next() * w
    const y = next() * h
    const middle = Math.min(1, Math.hypot((x - w / 2) / (w * 0.5), (y - h / 2) / (h * 0.5)))
    const wanted = clumps(x / (cell * 4.4), y / (cell * 4.4)) * 0.7 + middle * 0.9 - 0.62 + dense * 0.24
    const size = cell * next.between(0.7, 1.45)
    if (wanted < next() * 0.5) continue
    if (land.wetness(x, y) < size * 0.5 || land.onPath(x, y) < size * 0.55) continue
    if (kept.some((spot) => Math.hypot(spot.x - x, spot.y - y) < spot.size + size * 0.5)) continue
    if (spots.some((spot) => Math.hypot(spot.x - x, spot.y - y) < (spot.size + size) * 0.52)) continue
    spots.push({ x, y, size })
  }
  spots.sort((a, b) => a.y - b.y)
  const leafless = has('ground', 'ash', 'desert') || has('motif', 'deadtree')
  for (const spot of spots) shadow(stage, leafless ? { ...spot, size: spot.size * 0.45 } : spot)
  const bare = has('ground', 'ash')
  for (const spot of spots) {
    const own = stage.chance(`tree${Math.round(spot.x)},${Math.round(spot.y)}`)
    if (bare || (has('ground', 'swamp') && own.chance(0.3)) || has('motif', 'deadtree'))
      deadTree(
        stage.pen,
        spot.x,
        spot.y + spot.size * 0.5,
        spot.size * 1.6,
        { lit: [0, 0, 0], base: [0, 0, 0], shade: [0, 0, 0], deep: hex('#2e2520') },
        own,
      )
    else if (has('ground', 'desert')) cactus(stage, spot, own.pick(land.look.leaf))
    else crown(stage, spot, own.pick(land.look.leaf), own)
  }
}

const shadow = ({ pen, sun }: Stage, { x, y, size }: Spot): void => {
  pen.fillStyle = css([8, 14, 10], 0.36)
  pen.beginPath()
  pen.ellipse(x - sun.side * size * 0.34, y + size * 0.4, size * 0.98, size * 0.86, 0, 0, 7)
  pen.fill()
}

const crown = (stage: Stage, { x, y, size }: Spot, leaf: Rgb, next: Random): void => {
  const { pen, sun, style, u } = stage
  const outline = (grow: number, bumps: number, dx: number, dy: number, colour: Rgb) => {
    pen.fillStyle = css(colour)
    pen.beginPath()
    for (let i = 0; i < bumps; i++) {
      const a = (i / bumps) * Math.PI * 2
      const r = size * grow * next.between(0.74, 0.9)
      pen.moveTo(x + dx + Math.cos(a) * r + size * grow * 0.26, y + dy + Math.sin(a) * r)
      pen.arc(x + dx + Math.cos(a) * r, y + dy + Math.sin(a) * r, size * grow * 0.26, 0, 7)
    }
    pen.moveTo(x + dx + size * grow * 0.8, y + dy)
    pen.arc(x + dx, y + dy, size * grow * 0.8, 0, 7)
    pen.fill()
  }
  outline(1, 11, 0, 0, mix(leaf, [8, 18, 16], 0.5))
  outline(0.86, 10, sun.side * size * 0.06, -size * 0.06, leaf)
  if (style === 'fantasy-art')
    for (let i = 0; i < 34; i++) {
      const a = next() * 6.3
      const r = Math.sqrt(next()) * size * 0.86
      const light = (Math.cos(a) * sun.side - Math.sin(a)) * (r / size)
      pen.fillStyle = css(
        light > 0 ? mix(leaf, [250, 246, 190], 0.3 * light + 0.12) : mix(leaf, [8, 24, 20], 0.4 * -light),
        0.75,
      )
      pen.beginPath()
      pen.ellipse(
        x + Math.cos(a) * r,
        y + Math.sin(a) * r,
        size * next.between(0.09, 0.17),
        size * next.between(0.06, 0.11),
        next() * 3,
        0,
        7,
      )
      pen.fill()
    }
  outline(0.5, 8, sun.side * size * 0.2, -size * 0.2, mix(leaf, [250, 246, 190], style === 'fantasy-art' ? 0.2 : 0.26))
  outline(0.2, 6, sun.side * size * 0.28, -size * 0.3, mix(leaf, [255, 250, 200], 0.42))
  pen.lineWidth = u
}

const cactus = ({ pen, u }: Stage, { x, y, size }: Spot, leaf: Rgb): void => {
  const s = size * 0.42
  pen.fillStyle = css(mix(leaf, [0, 0, 0], 0.3))
  pen.beginPath()
  pen.arc(x, y, s, 0, 7)
  pen.fill()
  pen.strokeStyle = css(mix(leaf, [255, 255, 210], 0.36))
  pen.lineWidth = 2.4 * u
  for (let i = 0; i < 9; i++) {
    pen.beginPath()
    pen.moveTo(x, y)
    pen.lineTo(x + Math.cos(i * 0.698) * s * 0.92, y + Math.sin(i * 0.698) * s * 0.92)
    pen.stroke()
  }
}
