import { css, hex, mix, type Rgb } from './colour.ts'
import { furnish } from './dungeon-furnish.ts'
import { digDungeon, type Plan, type Theme } from './dungeon-plan.ts'
import { finish } from './finish.ts'
import { glow } from './glow.ts'
import type { Idea } from './lexicon.ts'
import { fbm, smooth } from './noise.ts'
import { named } from './palette.ts'
import { apart, type Pen, type Stage, sheet } from './stage.ts'

const theme = (floor: string, wall: string, rock: string, water: string, paving: Theme['paving']): Theme => ({
  floor: hex(floor),
  wall: hex(wall),
  rock: hex(rock),
  water: hex(water),
  paving,
})

const themes: Record<Idea<'setting'>, Theme> = {
  crypt: theme('#9c958a', '#57514b', '#2a2623', '#3c6a6a', 'slabs'),
  sewer: theme('#8b8c76', '#4d4f40', '#26281f', '#5c7a34', 'slabs'),
  mine: theme('#a2835c', '#5c4630', '#30241a', '#3c6478', 'earth'),
  keep: theme('#b4aa96', '#5f5a52', '#2d2a28', '#39688a', 'slabs'),
  cave: theme('#9a8c78', '#4f463c', '#29241f', '#2f6a80', 'earth'),
  temple: theme('#c2b596', '#6a5c46', '#332b22', '#3a7f8a', 'slabs'),
  prison: theme('#8f8c86', '#4b4946', '#242322', '#44646a', 'slabs'),
  house: theme('#a87a4a', '#4e3a2a', '#2a211a', '#39688a', 'planks'),
  library: theme('#9c6f46', '#4a3728', '#271e18', '#39688a', 'planks'),
  ice: theme('#c6dde8', '#6f93aa', '#2c4558', '#7cc0dc', 'earth'),
  lava: theme('#6e5a52', '#362a28', '#1a1413', '#f0701c', 'earth'),
  jungle: theme('#98a070', '#4c5638', '#232a1b', '#3a8a7a', 'slabs'),
  sand: theme('#dcb67a', '#8a6638', '#4a361f', '#3a8aa0', 'slabs'),
}

const rocky = new Set<Idea<'setting'>>(['cave', 'mine', 'ice', 'lava'])

/** A battle map of rooms and passages, seen from above, one square to five feet. */
export const drawDungeon = (stage: Stage): void => {
  const { w, h, scene, has, may, palette } = stage
  const setting =
    scene.setting[0] ?? (['crypt', 'keep', 'cave', 'temple', 'sewer', 'prison'] as const)[scene.hash % 6] ?? 'keep'
  const base = themes[setting]
  const lean =
    scene.colour[0] && !['grey', 'black', 'white', 'gold'].includes(scene.colour[0]) ? named[scene.colour[0]] : null
  const look: Theme = lean ? { ...base, floor: mix(base.floor, lean, 0.16), wall: mix(base.wall, lean, 0.14) } : base
  const cell = w / Math.max(12, Math.round(w / 38))
  const plan = digDungeon(stage, {
    cols: Math.round(w / cell),
    rows: Math.floor(h / cell),
    cell,
    top: (h - Math.floor(h / cell) * cell) / 2,
    rocky: rocky.has(setting) && !has('dressing', 'door'),
  })
  const floor = floorMask(stage, plan)
  bedrock(stage, look)
  hatching(stage, plan, look)
  paving(stage, plan, look, floor)
  if (may('grid')) grid(stage, plan, floor)
  const lights = furnish(stage, plan, look, setting, floor)
  shadows(stage, floor)
  walls(stage, plan, look, floor)
  doors(stage, plan)
  for (const { x, y, colour } of lights) glow(stage.pen, x, y, cell * 3.6, colour, 0.42)
  if (has('time', 'night') || has('mood', 'eerie', 'grim') || has('motif', 'lantern')) {
    apart(stage.pen, () => {
      stage.pen.globalCompositeOperation = 'multiply'
      stage.pen.fillStyle = css(mix(palette.mid, [255, 255, 255], 0.45))
      stage.pen.fillRect(0, 0, w, h)
    })
    for (const { x, y, colour } of lights) glow(stage.pen, x, y, cell * 4.4, colour, 0.5)
  }
  finish(stage, 0.42)
}

/** Where one can walk, as a shape: square rooms stay square, caverns get rough, rounded sides. */
const floorMask = (stage: Stage, plan: Plan): ReturnType<typeof sheet> => {
  const part = sheet(stage)
  const { pen } = part
  const { cell, top } = plan
  const rough = stage.noise('sides')
  pen.fillStyle = '#fff'
  plan.each((x, y) => {
    const px = x * cell
    const py = top + y * cell
    if (!plan.rocky) {
      pen.fillRect(px - 0.3, py - 0.3, cell + 0.6, cell + 0.6)
      return
    }
    pen.beginPath()
    for (let i = 0; i < 22; i++) {
      const a = (i / 22) * Math.PI * 2
      const cx = px + cell / 2
      const cy = py + cell / 2
      const r =
        cell * (0.74 + 0.3 * rough((cx + Math.cos(a) * cell) / (cell * 0.7), (cy + Math.sin(a) * cell) / (cell * 0.7)))
      pen.lineTo(cx + Math.cos(a) * r, cy + Math.sin(a) * r)
    }
    pen.fill()
  })
  return part
}

const bedrock = (stage: Stage, look: Theme): void => {
  const { w, h, u, pen, style } = stage
  const shape = stage.noise('rock')
  const image = pen.createImageData(w, h)
  const px = image.data
  const flat = style === 'digital-art'
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const v = flat ? 0 : 0.5 * fbm(shape, x / (80 * u), y / (80 * u), 4)
      const i = 4 * (y * w + x)
      for (let c = 0; c < 3; c++) px[i + c] = (look.rock[c] as number) * (1 + v)
      px[i + 3] = 255
    }
  pen.putImageData(image, 0, 0)
}

/** The mapmaker's hatching: little sheaves of strokes in the rock along every wall. */
const hatching = (stage: Stage, plan: Plan, look: Theme): void => {
  const { pen, u, style } = stage
  const next = stage.chance('hatch')
  const { cell, top } = plan
  const hard = sheet(stage)
  hard.pen.fillStyle = '#fff'
  plan.each((x, y) => hard.pen.fillRect((x - 0.42) * cell, top + (y - 0.42) * cell, cell * 1.84, cell * 1.84))
  const halo = sheet(stage)
  halo.pen.filter = `blur(${cell * 0.34}px)`
  halo.pen.drawImage(hard.canvas, 0, 0)
  halo.pen.filter = 'none'
  halo.pen.globalCompositeOperation = 'source-in'
  halo.pen.fillStyle = css(mix(look.rock, look.floor, style === 'comic-book' ? 0.55 : 0.32))
  halo.pen.fillRect(0, 0, stage.w, stage.h)
  pen.globalAlpha = 0.85
  pen.drawImage(halo.canvas, 0, 0)
  pen.globalAlpha = 1
  pen.strokeStyle = css(mix(look.rock, [0, 0, 0], 0.5), 0.85)
  pen.lineWidth = 1.5 * u
  plan.eachWall((x, y) => {
    for (let k = 0; k < 6; k++) {
      const cx = (x + next()) * cell
      const cy = top + (y + next()) * cell
      const angle = next() * Math.PI
      const length = cell * next.between(0.2, 0.34)
      for (let line = -1; line <= 1; line++) {
        const ox = -Math.sin(angle) * line * cell * 0.1
        const oy = Math.cos(angle) * line * cell * 0.1
        pen.beginPath()
        pen.moveTo(cx + ox - Math.cos(angle) * length * 0.5, cy + oy - Math.sin(angle) * length * 0.5)
        pen.lineTo(cx + ox + Math.cos(angle) * length * 0.5, cy + oy + Math.sin(angle) * length * 0.5)
        pen.stroke()
      }
    }
  })
}

/** Flagstones, boards or beaten earth, pixel by pixel, cut to the floor's shape. */
const paving = (stage: Stage, plan: Plan, look: Theme, floor: ReturnType<typeof sheet>): void => {
  const { w, h, u, style } = stage
  const { cell, top } = plan
  const shape = stage.noise('paving')
  const next = stage.chance('slabs')
  const tints = Array.from({ length: 997 }, () => next.between(-0.085, 0.085))
  const part = sheet(stage)
  const image = part.pen.createImageData(w, h)
  const px = image.data
  const calm = style === 'fantasy-art' ? 1 : 0.45
  const lightAt: Record<Theme['paving'], (x: number, y: number) => number> = {
    slabs: (x, y) => {
      const half = cell / 2
      const row = Math.floor((y - top) / half)
      const offset = ((row * 37) % 5) * half * 0.4
      const col = Math.floor((x + offset) / (half * (1 + (row % 2) * 0.5)))
      const wide = half * (1 + (row % 2) * 0.5)
      const inX = x + offset - col * wide
      const inY = y - top - row * half
      const seam = smooth(0, 2.6 * u, Math.min(inX, wide - inX, inY, half - inY) + shape(x / 5, y / 5) * u)
      return (
        (1 +
          (tints[Math.abs(row * 61 + col * 17) % 997] as number) * (0.6 + calm) +
          0.1 * calm * fbm(shape, x / (26 * u), y / (26 * u), 3)) *
        (0.74 + 0.26 * seam)
      )
    },
    planks: (x, y) => {
      const wide = cell / 3
      const row = Math.floor((y - top) / wide)
      const inY = y - top - row * wide
      const end = (x + ((row * 71) % 9) * cell * 0.6) % (cell * 3.4)
      const seam = Math.min(smooth(0, 2 * u, inY), smooth(0, 2 * u, wide - inY), smooth(0, 2.4 * u, end))
      return (
        (1 +
          (tints[
            Math.abs(row * 13 + Math.floor((x + ((row * 71) % 9) * cell * 0.6) / (cell * 3.4)) * 29) % 997
          ] as number) *
            1.3 +
          0.09 * calm * shape(x / (46 * u), y / (2.6 * u))) *
        (0.66 + 0.34 * seam)
      )
    },
    earth: (x, y) =>
      1 +
      0.2 * calm * fbm(shape, x / (54 * u), y / (54 * u), 4) +
      0.07 * shape(x / (9 * u), y / (9 * u)) -
      0.2 * smooth(0.02, 0, Math.abs(shape(x / (70 * u) + 9, y / (70 * u)))) * calm,
  }
  const light = lightAt[look.paving]
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const k = light(x, y)
      const i = 4 * (y * w + x)
      for (let c = 0; c < 3; c++) px[i + c] = (look.floor[c] as number) * k
      px[i + 3] = 255
    }
  part.pen.putImageData(image, 0, 0)
  part.pen.globalCompositeOperation = 'destination-in'
  part.pen.drawImage(floor.canvas, 0, 0)
  stage.pen.drawImage(part.canvas, 0, 0)
}

const grid = (stage: Stage, plan: Plan, floor: ReturnType<typeof sheet>): void => {
  const { w, h, u, style } = stage
  const part = sheet(stage)
  part.pen.strokeStyle = css([20, 14, 10], style === 'fantasy-art' ? 0.34 : 0.26)
  part.pen.lineWidth = Math.max(1, 1.5 * u)
  for (let x = 0; x <= plan.cols; x++) part.pen.strokeRect(Math.round(x * plan.cell), -2, 0.01, h + 4)
  for (let y = 0; y <= plan.rows + 1; y++) part.pen.strokeRect(-2, Math.round(plan.top + y * plan.cell), w + 4, 0.01)
  part.pen.globalCompositeOperation = 'destination-in'
  part.pen.drawImage(floor.canvas, 0, 0)
  stage.pen.drawImage(part.canvas, 0, 0)
}

/** Walls shade the floor at their foot, more on the side away from the light. */
const shadows = (stage: Stage, floor: ReturnType<typeof sheet>): void => {
  const { w, h, u, sun } = stage
  const part = sheet(stage)
  part.pen.fillStyle = css([12, 8, 10])
  part.pen.fillRect(0, 0, w, h)
  part.pen.globalCompositeOperation = 'destination-out'
  part.pen.drawImage(floor.canvas, 0, 0)
  const soft = sheet(stage)
  soft.pen.filter = `blur(${9 * u}px)`
  soft.pen.drawImage(part.canvas, -sun.side * 7 * u, 9 * u)
  soft.pen.filter = 'none'
  soft.pen.globalCompositeOperation = 'destination-in'
  soft.pen.drawImage(floor.canvas, 0, 0)
  stage.pen.globalAlpha = 0.72
  stage.pen.drawImage(soft.canvas, 0, 0)
  stage.pen.globalAlpha = 1
}

/** The wall itself: the floor's shape grown by the thickness of a wall, minus the floor, faced with blocks. */
const walls = (stage: Stage, plan: Plan, look: Theme, floor: ReturnType<typeof sheet>): void => {
  const { w, h, u, pen } = stage
  const next = stage.chance('blocks')
  const thick = plan.cell * (plan.rocky ? 0.12 : 0.17)
  const part = sheet(stage)
  const ring = (grow: number, colour: Rgb, dx = 0, dy = 0) => {
    part.pen.globalCompositeOperation = 'source-over'
    part.pen.clearRect(0, 0, w, h)
    for (let i = 0; i < 16; i++)
      part.pen.drawImage(
        floor.canvas,
        Math.cos((i / 16) * Math.PI * 2) * grow + dx,
        Math.sin((i / 16) * Math.PI * 2) * grow + dy,
      )
    if (!plan.rocky)
      for (const [sx, sy] of [
        [1, 1],
        [-1, 1],
        [1, -1],
        [-1, -1],
      ] as const)
        part.pen.drawImage(floor.canvas, sx * grow + dx, sy * grow + dy)
    part.pen.globalCompositeOperation = 'destination-out'
    part.pen.drawImage(floor.canvas, 0, 0)
    part.pen.globalCompositeOperation = 'source-in'
    part.pen.fillStyle = css(colour)
    part.pen.fillRect(0, 0, w, h)
    pen.drawImage(part.canvas, 0, 0)
  }
  ring(thick + 2.4 * u, mix(look.rock, [0, 0, 0], 0.72))
  ring(thick, look.wall)
  ring(thick * 0.5, mix(look.wall, look.floor, 0.42))
  ring(1.6 * u, mix(look.wall, [0, 0, 0], 0.72))
  if (plan.rocky) return
  pen.strokeStyle = css(mix(look.wall, [0, 0, 0], 0.6), 0.7)
  pen.lineWidth = 1.3 * u
  const { cell, top } = plan
  const joint = (x0: number, y0: number, x1: number, y1: number) => {
    pen.beginPath()
    pen.moveTo(x0, y0)
    pen.lineTo(x1, y1)
    pen.stroke()
  }
  plan.each((x, y) => {
    for (let k = 0; k < 2; k++) {
      const t = (k + next.between(0.2, 0.8)) / 2
      const px = (x + t) * cell
      const py = top + (y + t) * cell
      if (!plan.open(x, y - 1)) joint(px, top + y * cell - thick, px, top + y * cell)
      if (!plan.open(x, y + 1)) joint(px, top + (y + 1) * cell, px, top + (y + 1) * cell + thick)
      if (!plan.open(x - 1, y)) joint(x * cell - thick, py, x * cell, py)
      if (!plan.open(x + 1, y)) joint((x + 1) * cell, py, (x + 1) * cell + thick, py)
    }
  })
}

const doors = (stage: Stage, plan: Plan): void => {
  const { pen, u, may } = stage
  if (!may('door')) return
  const { cell, top } = plan
  const next = stage.chance('doors')
  for (const { x, y } of plan.doors) {
    const across = plan.open(x - 1, y) && plan.open(x + 1, y)
    pen.save()
    pen.translate((x + 0.5) * cell, top + (y + 0.5) * cell)
    if (across) pen.rotate(Math.PI / 2)
    leaf(pen, cell, u, next.chance(0.2))
    pen.restore()
  }
}

const leaf = (pen: Pen, cell: number, u: number, barred: boolean): void => {
  pen.fillStyle = css([0, 0, 0], 0.4)
  pen.fillRect(-cell * 0.5, -cell * 0.06, cell, cell * 0.3)
  pen.fillStyle = css(hex(barred ? '#4a4d52' : '#7a4c28'))
  pen.fillRect(-cell * 0.5, -cell * 0.13, cell, cell * 0.26)
  pen.strokeStyle = css([24, 14, 8])
  pen.lineWidth = 2 * u
  pen.strokeRect(-cell * 0.5, -cell * 0.13, cell, cell * 0.26)
  pen.lineWidth = 1.4 * u
  for (let i = 1; i < 5; i++) pen.strokeRect(-cell * 0.5 + (cell * i) / 5, -cell * 0.13, 0.01, cell * 0.26)
  pen.fillStyle = css(hex('#c9a04a'))
  pen.fillRect(cell * 0.26, -cell * 0.05, cell * 0.1, cell * 0.1)
}
