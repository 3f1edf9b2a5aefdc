import { gridPath, hexCorners, hexMiddles } from '#domain/grid-lines.ts'
import type { MapGrid } from '#domain/map-grid.ts'
import type { Point, Size, View } from '../../../../ui/viewport.ts'
import { type DrawnFog, distance, type Mark, type Measure, type Outline } from './stage.ts'

export interface Painted {
  picture: HTMLImageElement | undefined
  /** True for a dark map, which gets light lines. */
  isDark: boolean
  size: Size
  view: View
  stage: Size
  /** Device pixels per CSS pixel. */
  ratio: number
  grid: MapGrid
  lines: Path2D
  fog: { bitmap: HTMLCanvasElement; drawn: DrawnFog } | undefined
  /** Pointer position in pixels of the map. */
  pointer: Point | undefined
  /** Brush radius, if a brush is active. */
  brush: number | undefined
  measure: Measure | undefined
  marks: readonly Mark[]
  outlines: readonly Outline[]
}

const cream = '#f4ecdf'
const ink = '#14110e'
const saffron = '#e6ad58'

/** Paths of the grid's lines, reused until the grid changes. */
export const linesOf = (size: Size, grid: MapGrid): Path2D => new Path2D(gridPath(size, grid))

/** The fog as a bitmap with one pixel per cell, opaque for hidden cells. */
export const fogBitmap = ({ columns, rows, cells }: DrawnFog): HTMLCanvasElement => {
  const bitmap = Object.assign(document.createElement('canvas'), { width: columns, height: rows })
  const pixels = new ImageData(columns, rows)
  for (const [n, isLifted] of cells.entries()) pixels.data.set(isLifted ? [11, 9, 8, 0] : [11, 9, 8, 255], n * 4)
  bitmap.getContext('2d')?.putImageData(pixels, 0, 0)
  return bitmap
}

/** The cell at a point, as a path. */
const cellAt = ({ x, y }: Point, grid: MapGrid, size: Size): Path2D => {
  const path = new Path2D()
  if (grid.shape === 'square') {
    const [column, row] = [Math.floor((x - grid.x) / grid.cell), Math.floor((y - grid.y) / grid.cell)]
    path.rect(grid.x + column * grid.cell, grid.y + row * grid.cell, grid.cell, grid.cell)
    return path
  }
  const away = (middle: Point) => Math.hypot(middle.x - x, middle.y - y)
  const [nearest] = hexMiddles(size, grid).toSorted((a, b) => away(a) - away(b))
  for (const [dx, dy] of hexCorners(grid.cell)) if (nearest) path.lineTo(nearest.x + dx, nearest.y + dy)
  path.closePath()
  return path
}

/** Diameter of a mark in screen pixels; rooms that are hardly larger have none. */
const disc = 20

/** Draws the numbers of the key at a constant size. */
const paintMarks = (context: CanvasRenderingContext2D, { marks, view, ratio }: Painted): void => {
  context.save()
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.font = '600 12px "Hanken Grotesk", sans-serif'
  context.textAlign = 'center'
  for (const { x, y, text, room } of marks) {
    if (room * view.scale < disc * 1.5) continue
    const [left, top] = [x * view.scale + view.x, y * view.scale + view.y]
    context.fillStyle = ink
    context.globalAlpha = 0.85
    context.beginPath()
    context.arc(left, top, disc / 2, 0, 2 * Math.PI)
    context.fill()
    context.globalAlpha = 1
    context.fillStyle = cream
    context.fillText(text, left, top + 4)
  }
  context.restore()
}

const paintGrid = (context: CanvasRenderingContext2D, { isDark, grid, lines, view }: Painted): void => {
  if (!grid.shown) return
  context.strokeStyle = isDark ? cream : ink
  context.globalAlpha = (isDark ? 0.6 : 1) * (grid.line / 100)
  context.lineWidth = 1 / view.scale
  context.stroke(lines)
}

const paintFog = (context: CanvasRenderingContext2D, { fog }: Painted): void => {
  if (!fog) return
  context.globalAlpha = fog.drawn.opacity
  const { cell, columns, rows } = fog.drawn
  context.drawImage(fog.bitmap, 0, 0, columns * cell, rows * cell)
}

const paintOutlines = (context: CanvasRenderingContext2D, { outlines, view }: Painted): void => {
  context.lineCap = 'round'
  for (const { path, colour, width } of outlines) {
    context.strokeStyle = colour
    context.lineWidth = width / view.scale
    context.stroke(path)
  }
  context.lineCap = 'butt'
}

/** Strokes a path with a dark edge, so that it is visible on any map. */
const strokeEdged = (context: CanvasRenderingContext2D, path: Path2D, colour: string, { view }: Painted): void => {
  for (const [style, width] of [
    [ink, 3],
    [colour, 1.5],
  ] as const) {
    context.strokeStyle = style
    context.lineWidth = width / view.scale
    context.stroke(path)
  }
}

/** Draws the brush's ring at the pointer, or the cell under it. */
const paintPointer = (context: CanvasRenderingContext2D, painted: Painted): void => {
  const { size, grid, pointer, brush, measure, outlines } = painted
  if (pointer && brush !== undefined) {
    const ring = new Path2D()
    ring.arc(pointer.x, pointer.y, brush, 0, 2 * Math.PI)
    strokeEdged(context, ring, cream, painted)
  } else if (pointer && grid.shown && !measure && outlines.length === 0)
    strokeEdged(context, cellAt(pointer, grid, size), saffron, painted)
}

/** Draws the measured line with its distance at the end. */
const paintMeasure = (context: CanvasRenderingContext2D, painted: Painted): void => {
  const { measure, grid, view, ratio } = painted
  if (!measure) return
  const line = new Path2D()
  line.moveTo(measure.from.x, measure.from.y)
  line.lineTo(measure.to.x, measure.to.y)
  strokeEdged(context, line, saffron, painted)
  const said = distance(measure, grid)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.font = '600 13px "Hanken Grotesk", sans-serif'
  const width = context.measureText(said).width + 16
  const [x, y] = [measure.to.x * view.scale + view.x + 12, measure.to.y * view.scale + view.y - 30]
  context.fillStyle = ink
  context.beginPath()
  context.roundRect(x, y, width, 24, 5)
  context.fill()
  context.fillStyle = cream
  context.fillText(said, x + 8, y + 17)
}

/** Draws one frame: the map with all layers. */
export const paint = (context: CanvasRenderingContext2D, painted: Painted): void => {
  const { picture, size, view, stage, ratio } = painted
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, stage.width, stage.height)
  context.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y)
  context.save()
  context.beginPath()
  context.rect(0, 0, size.width, size.height)
  context.clip()
  if (picture) context.drawImage(picture, 0, 0, size.width, size.height)
  paintGrid(context, painted)
  paintFog(context, painted)
  context.globalAlpha = 1
  paintOutlines(context, painted)
  paintPointer(context, painted)
  context.restore()
  paintMarks(context, painted)
  paintMeasure(context, painted)
}
