import type { Canvas } from '@napi-rs/canvas'
import { type Room, roomAt } from '#domain/map-plan.ts'
import { isWalled } from '#domain/map-reach.ts'
import { mix, type Rgb } from '../../colour.ts'
import { fbm, smooth } from '../../noise.ts'
import { sheet as canvasOf } from '../../stage.ts'
import { coverage, type Sheet } from './sheet.ts'

type Floor = Exclude<Room['floor'], 'grass'>

/** Functions that return the brightness of a floor at a point in squares; 1 is the plain colour. */
const textures = (sheet: Sheet): Record<Floor, (x: number, y: number) => number> => {
  const { stage } = sheet
  const shape = stage.noise('paving')
  const next = stage.chance('slabs')
  const tints = Array.from({ length: 997 }, () => next.between(-1, 1))
  const calm = stage.style === 'fantasy-art' ? 1 : stage.style === 'digital-art' ? 0.45 : 0.25
  const tint = (n: number) => tints[Math.abs(n) % 997] as number
  const ruined = sheet.plan.look.ruined
  const flags = (side: number, wide: number, depth: number) => (x: number, y: number) => {
    const row = Math.floor(y / side)
    const width = side * (1 + (row & 1) * wide)
    const off = ((row * 37) % 5) * side * 0.4 * (wide ? 1 : 0)
    const col = Math.floor((x + off) / width)
    const inX = x + off - col * width
    const inY = y - row * side
    const seam = smooth(0, 0.055, Math.min(inX, width - inX, inY, side - inY) + shape(x * 7, y * 7) * 0.018)
    const lost = ruined && tint(row * 31 + col * 57) > 0.72 ? -0.22 : 0
    const lit = 0.03 * smooth(0.16, 0.02, Math.min(inX, inY)) * calm
    return (
      (1 +
        tint(row * 61 + col * 17) * 0.065 * (0.5 + calm) +
        0.1 * calm * fbm(shape, x * 1.7, y * 1.7, 3) +
        0.05 * calm * shape(x * 9, y * 9) +
        lit +
        lost) *
      (1 - depth + depth * seam)
    )
  }
  const boards = (wide: number, long: number, depth: number) => (x: number, y: number) => {
    const row = Math.floor(y / wide)
    const shift = x + ((row * 71) % 9) * 0.6
    const col = Math.floor(shift / long)
    const inY = y - row * wide
    const end = shift - col * long
    const seam = Math.min(smooth(0, 0.035, inY), smooth(0, 0.035, wide - inY), smooth(0, 0.045, end))
    const nail = Math.hypot(Math.min(end, long - end) - 0.09, Math.min(inY, wide - inY) - 0.08) < 0.022 ? -0.2 : 0
    return (
      (1 +
        tint(row * 13 + col * 29) * 0.11 +
        0.085 * calm * shape(x * 1.1 + row * 5, y * 13) +
        0.05 * calm * shape(x * 5, y * 26) +
        nail * calm) *
      (1 - depth + depth * seam)
    )
  }
  return {
    slabs: flags(0.5, 0.5, 0.26),
    tiles: flags(0.34, 0.8, 0.22),
    cobbles: (x, y) => {
      const s = 0.27
      const row = Math.floor(y / s)
      const col = Math.floor((x + (row & 1) * s * 0.5) / s)
      const [cx, cy] = [
        (col + 0.5) * s - (row & 1) * s * 0.5 + tint(row * 7 + col * 13) * 0.03,
        (row + 0.5) * s + tint(row * 17 + col * 5) * 0.03,
      ]
      const d = Math.hypot(x - cx, y - cy) / (s * 0.5)
      return (
        (1 + tint(row * 61 + col * 17) * 0.1 + 0.08 * (cx - x + (cy - y)) * 4 * calm) *
        (0.72 + 0.28 * smooth(1.12, 0.72, d))
      )
    },
    planks: boards(0.34, 3.3, 0.3),
    deck: boards(0.25, 4.4, 0.34),
    carpet: (x, y) => 1 + 0.05 * shape(x * 20, y * 20),
    earth: (x, y) =>
      1 + 0.22 * calm * fbm(shape, x * 0.75, y * 0.75, 4) + 0.09 * (0.4 + calm) * shape(x * 4.4, y * 4.4),
  }
}

/** Returns a function for the share of water, lava or ice at a point of a room (0 to 1), which ends at walls unrounded. */
export const poolsInside = (sheet: Sheet): ((x: number, y: number, room: number) => number) => {
  const { plan } = sheet
  const { cols } = plan.grid
  const wet = new Set(plan.pools.flatMap(({ cells }) => cells))
  if (!wet.size) return () => 0
  return (x, y, room) => {
    const own = wet.has(Math.floor(y) * cols + Math.floor(x)) ? 1 : 0
    return coverage((cx, cy) => {
      const other = roomAt(plan, cx, cy)
      return other && !isWalled(plan, room, other) ? (wet.has(cy * cols + cx) ? 1 : 0) : own
    })(x, y)
  }
}

/** Paints every floor except grass, with its water, within the mask. */
export const paveFloors = (sheet: Sheet, mask: Canvas): void => {
  const { plan, stage, w, h, px, ox, oy, look, ink } = sheet
  const texture = textures(sheet)
  const pools = poolsInside(sheet)
  const { cols, rows } = plan.grid
  // A natural outline extends beyond its squares: there, the floor of a neighbouring square continues.
  const floors = Array.from({ length: cols * rows }, (_, i): { floor: Floor; room: number } | null => {
    const [x, y] = [i % cols, Math.floor(i / cols)]
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, -1],
      [1, -1],
      [-1, 1],
    ] as const) {
      const room = plan.rooms[roomAt(plan, x + dx, y + dy) - 1]
      if (room && room.floor !== 'grass') return { floor: room.floor, room: room.id }
      if (room && !dx && !dy) return null
    }
    return null
  })
  const ripple = stage.noise('ripples')
  // Grass grows through the floors of a ruin.
  const wild = plan.theme === 'ruin'
  const grown = stage.noise('grown')
  const part = canvasOf(stage)
  const image = part.pen.createImageData(w, h)
  const data = image.data
  const lava = plan.look.land === 'ash'
  const deep = lava ? ([190, 50, 14] as Rgb) : mix(look.water, [8, 20, 40], 0.42)
  const shallow = lava ? ([255, 206, 90] as Rgb) : mix(look.water, [214, 232, 220], 0.22)
  const page: Rgb = [249, 243, 228]
  for (let py = 0; py < h; py++) {
    const y = (py + 0.5 - oy) / px
    const cy = Math.min(rows - 1, Math.max(0, Math.floor(y)))
    for (let qx = 0; qx < w; qx++) {
      const x = (qx + 0.5 - ox) / px
      const at = floors[cy * cols + Math.min(cols - 1, Math.max(0, Math.floor(x)))]
      if (!at) continue
      const overgrown = wild ? fbm(grown, x * 0.42, y * 0.42, 3) : -1
      if (overgrown > 0.27) continue
      const i = 4 * (py * w + qx)
      const light = texture[at.floor](x, y) * (overgrown > 0.23 ? 0.72 : 1)
      let colour = ink ? page : look.floors[at.floor]
      let gain = ink ? 0.86 + 0.14 * light : light
      const wet =
        pools(Math.min(cols - 0.01, Math.max(0.01, x)), Math.min(rows - 0.01, Math.max(0.01, y)), at.room) +
        0.3 * ripple(x * 0.9, y * 0.9)
      if (wet > 0.5) {
        const depth = Math.min(1, (wet - 0.5) * 2)
        const wave = ripple(x * 2.1, y * 4.6 + 3)
        const glint = wave > 0.42 ? (lava ? 0.16 : 0.12) : 0
        const base = ink ? mixed([206, 226, 230], [160, 196, 206], depth) : mixed(shallow, deep, depth)
        // The floor shows through where it is shallow.
        colour = mixed(base, ink ? page : look.floors[at.floor], lava ? 0 : 0.24 * (1 - depth))
        gain = (1 + 0.06 * wave + glint) * (lava ? 1 : 0.84 + 0.16 * light) * (wet < 0.54 ? 1.16 : 1)
      } else if (wet > 0.36) gain *= 1 - 0.3 * smooth(0.36, 0.5, wet)
      data[i] = (colour[0] as number) * gain
      data[i + 1] = (colour[1] as number) * gain
      data[i + 2] = (colour[2] as number) * gain
      data[i + 3] = 255
    }
  }
  part.pen.putImageData(image, 0, 0)
  part.pen.globalCompositeOperation = 'destination-in'
  part.pen.drawImage(mask, 0, 0)
  stage.pen.drawImage(part.canvas, 0, 0)
}

const mixed = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
]
