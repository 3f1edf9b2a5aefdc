import { css, hex, mix } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import type { Stage } from '../../stage.ts'
import { grounds, paintGround } from '../country/ground.ts'
import type { Land } from '../country/land.ts'
import { coverage, roomUnder, type Sheet } from './sheet.ts'

const tufts = (stage: Stage, land: Land, dry: (x: number, y: number, margin: number) => boolean): void => {
  const { w, h, u, pen } = stage
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
  if (land.look !== grounds.meadow && land.look !== grounds.forest) return
  for (let i = 0; i < (land.look === grounds.meadow ? 420 : 90); i++) {
    const x = next() * w
    const y = next() * h
    if (!dry(x, y, 8 * u)) continue
    pen.fillStyle = css(hex(next.pick(['#f2e2a0', '#f4f0ea', '#e08aa8', '#b48ad8', '#e8b24a'])), 0.95)
    pen.beginPath()
    pen.arc(x, y, next.between(1.6, 3.4) * u, 0, 7)
    pen.fill()
  }
}

/** Returns the open ground of a map: grass, worn paths, water with banks; the sea around a ship. */
export const countryOf = (sheet: Sheet): Land => {
  const { plan, stage, px, ox, oy } = sheet
  const { cols, rows } = plan.grid
  const cellAt = (x: number, y: number) =>
    Math.min(rows - 1, Math.max(0, y)) * cols + Math.min(cols - 1, Math.max(0, x))
  const wet = new Set(plan.pools.flatMap(({ cells }) => cells))
  const trodden = new Set(plan.paths)
  const water = coverage((x, y) => (wet.has(cellAt(x, y)) ? 1 : 0))
  const path = coverage((x, y) => (trodden.has(cellAt(x, y)) ? 1 : 0))
  const wobble = stage.noise('banks')
  const land = plan.look.land
  const look = land === 'plain' ? grounds.forest : land === 'sea' ? grounds.meadow : grounds[land]
  const far = 4 * px
  const toWater = (x: number, y: number) =>
    (0.5 - water((x - ox) / px, (y - oy) / px)) * 1.7 * px + 0.34 * px * fbm(wobble, x / (px * 1.6), y / (px * 1.6), 3)
  return {
    cell: px,
    look: sheet.ink
      ? {
          ...look,
          base: [236, 230, 206],
          dry: [232, 222, 194],
          lush: [222, 222, 192],
          path: [214, 198, 164],
          water: [176, 204, 212],
        }
      : look,
    wetness:
      plan.theme === 'ship'
        ? (x, y) => -px * (1.1 + 0.5 * fbm(wobble, x / (px * 5), y / (px * 5), 3))
        : wet.size
          ? toWater
          : () => far,
    onPath: trodden.size
      ? (x, y) => (0.5 - path((x - ox) / px, (y - oy) / px)) * 1.5 * px + 0.22 * px * fbm(wobble, x / px, y / px + 9, 2)
      : () => far,
  }
}

export const paintCountry = (sheet: Sheet): void => {
  const { stage, plan, px } = sheet
  const land = countryOf(sheet)
  paintGround(
    stage,
    plan.theme === 'ship'
      ? { ...land, look: { ...land.look, water: mix(sheet.look.water, [40, 120, 150], 0.3) } }
      : land,
  )
  if (plan.theme === 'ship' || sheet.ink) return
  const grassy = (x: number, y: number) => plan.rooms[roomUnder(sheet, x, y) - 1]?.floor === 'grass'
  tufts(
    stage,
    land,
    (x, y, margin) => land.wetness(x, y) > margin && land.onPath(x, y) > margin + px * 0.1 && grassy(x, y),
  )
}
