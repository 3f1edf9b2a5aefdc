import sharp from 'sharp'
import type { Audience, MapPlan } from '#domain/map-plan.ts'
import { toUniversalVtt } from '../../exchange/universal-vtt/index.ts'
import { drawPlan } from '../../studio/maps/print.ts'
import { encodePng } from '../../studio/png.ts'
import type { Imported } from './map-importers.ts'

export const printed = async (plan: MapPlan, audience: Audience) => {
  const { pixels, width, height, bakedLighting } = drawPlan(plan, { audience, trimmed: true, grid: false })
  return { png: await encodePng(pixels, width, height, 'Drawn here'), bakedLighting }
}

/** A blank sheet of the right size: what is written beside the picture does not depend on it. */
const blank = async ({ grid: { cols, rows, px } }: MapPlan) => ({
  png: await sharp({ create: { width: cols * px, height: rows * px, channels: 3, background: '#888' } })
    .png()
    .toBuffer(),
  bakedLighting: false,
})

export const exported = async (plan: MapPlan, audience: Audience, revealed?: ReadonlySet<number>) =>
  toUniversalVtt(plan, await blank(plan), audience, revealed)

/** Squares that a token gets to on a table, through doors, by the walls that were imported. */
export const walkable = (
  { walls, px }: Imported,
  { grid: { cols, rows }, entrance }: MapPlan,
  start = entrance,
): Set<number> => {
  const solid = walls.filter(({ kind }) => kind === 'wall')
  const crosses = (ax: number, ay: number, bx: number, by: number) =>
    solid.some(({ from, to }) => {
      const side = (px1: number, py1: number, px2: number, py2: number, x: number, y: number) =>
        Math.sign((px2 - px1) * (y - py1) - (py2 - py1) * (x - px1))
      return (
        side(ax, ay, bx, by, from.x, from.y) !== side(ax, ay, bx, by, to.x, to.y) &&
        side(from.x, from.y, to.x, to.y, ax, ay) !== side(from.x, from.y, to.x, to.y, bx, by)
      )
    })
  const seen = new Set([start.y * cols + start.x])
  const line = [...seen]
  for (let cell = line.pop(); cell !== undefined; cell = line.pop()) {
    const [x, y] = [cell % cols, Math.floor(cell / cols)]
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [nx, ny] = [x + dx, y + dy]
      if (nx < 0 || ny < 0 || nx >= cols || ny >= rows || seen.has(ny * cols + nx)) continue
      // A little off the middles, so that no way runs through the corner of a wall.
      if (crosses((x + 0.51) * px, (y + 0.513) * px, (nx + 0.51) * px, (ny + 0.513) * px)) continue
      seen.add(ny * cols + nx)
      line.push(ny * cols + nx)
    }
  }
  return seen
}
