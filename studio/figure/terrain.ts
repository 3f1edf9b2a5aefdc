import type { ManifoldToplevel } from 'manifold-3d'
import { type MapPlan, roomAt } from '#domain/map-plan.ts'
import type { Rgb } from '../colour.ts'
import { wallsOf } from '../maps/walls.ts'
import { clamp, smooth } from '../noise.ts'
import type { Raster } from '../retouch/raster.ts'
import { blockOf, paintedCast } from './block.ts'
import type { Cast } from './mesh.ts'
import { colourAt, type Plane, softened, valueAt } from './plane.ts'

/** Flat tiles of terrain, of a map with its plan or of any other picture. Lengths are mm unless they are in squares of the map. */

interface Tile {
  /** Height in mm of the figures that suit the tile: its longer side is four times as long, up to `longest`. */
  height: number
  plan?: MapPlan | undefined
  /** Part of the whole picture `of` that the tile shows, in pixels. */
  part?: { x: number; y: number; w: number; h: number; of: { w: number; h: number } } | undefined
}

const [sidesPerFigure, longest] = [4, 250]
/** Thinnest wall that can be printed. */
const thinnest = 1.2
const plate = 3
const soil: Rgb = [62, 54, 46]
const masonry: Rgb = [96, 90, 84]

/** Heights in squares above the floor. */
const [wallHeight, lowWall, furnitureHeight, doorHeight, poolDepth] = [1.5, 0.5, 0.45, 1.1, -0.2]
/** Half of a wall's thickness, in squares. */
const wallHalf = 0.16

interface Point {
  x: number
  y: number
}

const distanceTo = ({ x, y }: Point, a: Point, b: Point): number => {
  const [ux, uy] = [b.x - a.x, b.y - a.y]
  const t = clamp(((x - a.x) * ux + (y - a.y) * uy) / (ux * ux + uy * uy || 1))
  return Math.hypot(x - a.x - ux * t, y - a.y - uy * t)
}

interface Segment {
  a: Point
  b: Point
  top: number
}

/** Returns a lookup of the segments near a point, by its square, so that a point is not compared with all segments. */
const nearby = (segments: readonly Segment[]): ((at: Point) => readonly Segment[]) => {
  const bySquare = new Map<string, Segment[]>()
  for (const segment of segments) {
    const { a, b } = segment
    for (let x = Math.floor(Math.min(a.x, b.x) - 1); x <= Math.max(a.x, b.x) + 1; x++)
      for (let y = Math.floor(Math.min(a.y, b.y) - 1); y <= Math.max(a.y, b.y) + 1; y++) {
        const key = `${x},${y}`
        bySquare.set(key, [...(bySquare.get(key) ?? []), segment])
      }
  }
  return ({ x, y }) => bySquare.get(`${Math.floor(x)},${Math.floor(y)}`) ?? []
}

const linesOf = (plan: MapPlan): Segment[] => {
  const walls = wallsOf(plan).flatMap(({ points, low }) =>
    points.slice(1).map((b, i) => ({ a: points[i] as Point, b, top: low ? lowWall : wallHeight })),
  )
  const leaves = plan.doors
    .filter(({ closed, kind }) => closed && kind !== 'arch')
    .map(({ x, y, side, span }) => ({
      a: { x, y },
      b: side === 'north' ? { x: x + span, y } : { x, y: y + span },
      top: doorHeight,
    }))
  return [...walls, ...leaves]
}

/** Returns the function from a point of a plan to its height, both in squares. `half` is half of a wall's thickness. */
const heightsOf = (plan: MapPlan, half: number): ((at: Point) => number) => {
  const segmentsAt = nearby(linesOf(plan))
  const wet = new Set(plan.pools.filter(({ kind }) => kind !== 'ice').flatMap(({ cells }) => cells))
  const { cols, rows } = plan.grid
  const solid = plan.furniture.filter(({ blocks, secret }) => blocks && !secret)
  // Points beyond the grid are open ground; points in the grid outside of all rooms are rock.
  const isOpen = ({ x, y }: Point) => x < 0 || y < 0 || x >= cols || y >= rows
  return (at) => {
    const [x, y] = [Math.floor(at.x), Math.floor(at.y)]
    let height = isOpen(at) ? 0 : roomAt(plan, x, y) === 0 ? wallHeight : wet.has(y * cols + x) ? poolDepth : 0
    for (const { a, b, top } of segmentsAt(at)) {
      const d = distanceTo(at, a, b)
      if (d < half + 0.08) height = Math.max(height, top * smooth(half + 0.08, half, d))
    }
    for (const piece of solid) {
      const [dx, dy] = [at.x - piece.x, at.y - piece.y]
      const [c, s] = [Math.cos(piece.turn), Math.sin(piece.turn)]
      const [u, v] = [Math.abs(dx * c + dy * s), Math.abs(dy * c - dx * s)]
      if (u > piece.w / 2 || v > piece.h / 2) continue
      height = Math.max(height, piece.opaque ? wallHeight * 0.8 : furnitureHeight)
    }
    return height
  }
}

/** Returns the brightness that separates dark from light pixels best (Otsu's method). */
const threshold = (values: Float32Array): number => {
  const bins = new Float64Array(64)
  for (const value of values)
    bins[Math.min(63, Math.floor(value * 64))] = (bins[Math.min(63, Math.floor(value * 64))] as number) + 1
  const total = values.length
  const sum = bins.reduce((all, count, i) => all + count * i, 0)
  let [below, sumBelow, best, at] = [0, 0, -1, 32]
  for (const [i, count] of bins.entries()) {
    below += count
    sumBelow += count * i
    const above = total - below
    if (below === 0 || above === 0) continue
    const spread = below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2
    if (spread > best) {
      best = spread
      at = i
    }
  }
  return (at + 1) / 64
}

/** Returns heights from 0 to 1 by darkness, for pictures without a plan: rock, walls and woods are drawn darker than walkable ground. */
const shading = ({ w, h, px }: Raster): Plane => {
  const light = Float32Array.from({ length: w * h }, (_, i) =>
    [0.3, 0.59, 0.11].reduce((sum, share, c) => sum + (share * (px[4 * i + c] as number)) / 255, 0),
  )
  const even = softened({ w, h, at: light }, 2)
  const middle = threshold(even.at)
  return softened(
    { w, h, at: even.at.map((value) => smooth(middle + 0.07, middle - 0.07, value) * 0.85 + 0.15 * (1 - value)) },
    1,
  )
}

/** Returns a tile with raised walls, a flat bottom and the colours of the picture. */
export const terrain = (solids: ManifoldToplevel, picture: Raster, { height, plan, part }: Tile): Cast => {
  const long = Math.min(longest, height * sidesPerFigure)
  const scale = long / Math.max(picture.w, picture.h)
  const [width, deep] = [picture.w * scale, picture.h * scale]
  const heightAt = plan ? planned(plan, part, width) : shaded(picture, long)
  const { w, h } = picture
  const block = blockOf(solids, { columns: w, rows: h, width, height: deep }, (x, y) => plate + heightAt(x, 1 - y))
  const solid = block.rotate([-90, 0, 0]).translate([0, 0, deep / 2])
  const look = (x: number, y: number, z: number): Rgb => {
    if (y < plate * 0.5) return soil
    const [u, v] = [x / width + 0.5, 0.5 - z / deep]
    const isRim = Math.min(u, 1 - u, v, 1 - v) < 0.002
    return isRim ? masonry : colourAt(picture, u, v)
  }
  return paintedCast(solid, look, null)
}

/** Returns the function from shares of the picture, from its upper left, to mm above the plate by a plan. */
const planned = (plan: MapPlan, part: Tile['part'], width: number): ((u: number, v: number) => number) => {
  const { grid } = plan
  const [shareX, shareY, shareW, shareH] = part
    ? [part.x / part.of.w, part.y / part.of.h, part.w / part.of.w, part.h / part.of.h]
    : [0, 0, 1, 1]
  const square = (width * grid.px) / (plan.width * shareW)
  const heights = heightsOf(plan, Math.max(wallHalf, (0.6 * thinnest) / square))
  const at = (u: number, v: number): Point => ({
    x: ((shareX + u * shareW) * plan.width - grid.x) / grid.px,
    y: ((shareY + v * shareH) * plan.height - grid.y) / grid.px,
  })
  return (u, v) => Math.max(poolDepth, heights(at(u, v))) * square
}

const shaded = (picture: Raster, long: number): ((u: number, v: number) => number) => {
  const heights = shading(picture)
  return (u, v) => valueAt(heights, u, 1 - v) * Math.max(2, long * 0.055)
}
