import { css } from '../colour.ts'
import { fbm, smooth } from '../noise.ts'
import { type Stage, sheet } from '../stage.ts'
import type { Plan, Theme } from './plan.ts'

/** Where one can walk, as a shape: square rooms stay square, caverns get rough, rounded sides. */
export const floorMask = (stage: Stage, plan: Plan): ReturnType<typeof sheet> => {
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

/** Flagstones, boards or beaten earth, pixel by pixel, cut to the floor's shape. */
export const paving = (stage: Stage, plan: Plan, look: Theme, floor: ReturnType<typeof sheet>): void => {
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

/** The squares that are counted in play, on the floor only. */
export const grid = (stage: Stage, plan: Plan, floor: ReturnType<typeof sheet>): void => {
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
