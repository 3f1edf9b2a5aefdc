import type { Canvas } from '@napi-rs/canvas'
import { withoutSecrets } from '#domain/map-audience.ts'
import { type Audience, type MapPlan, roomAt, steps, within } from '#domain/map-plan.ts'
import { css, mix } from '../colour.ts'
import { bloom, grade } from '../finish/grade.ts'
import { sheet as canvasOf, type Stage } from '../stage.ts'
import { countryOf, paintCountry } from './print/country.ts'
import { drawDoors } from './print/doors.ts'
import { paveFloors } from './print/floors.ts'
import { isLit, layLight } from './print/light.ts'
import { bedrock, hatching } from './print/rock.ts'
import { maskOf, shapeOf } from './print/shape.ts'
import { inSquares, openSheet, type Sheet } from './print/sheet.ts'
import { drawCrowns, drawThings } from './print/things.ts'
import { drawWalls, wallShadows } from './print/walls.ts'

export interface PrintOptions {
  audience: Audience
  /** Squares that players have seen, by index; all if left out. The rest is covered. */
  revealed?: ReadonlySet<number> | undefined
  /** Draws the grid; by default as the plan specifies. */
  grid?: boolean | undefined
  /** Paints light and darkness into the print; true by default. */
  lit?: boolean | undefined
  /** Prints whole squares only, as virtual tabletops require: the first begins in the corner of the print. */
  trimmed?: boolean | undefined
}

export interface MapPrint {
  /** RGBA rows without gaps. */
  pixels: Buffer
  width: number
  height: number
  /** True if light and darkness are painted into the print. */
  bakedLighting: boolean
}

/** Prints a plan. The same plan and options produce the same pixels. Secrets are removed before a print for players is drawn. */
export const drawPlan = (plan: MapPlan, options: PrintOptions): MapPrint => {
  const { stage, bakedLighting } = printOn(plan, options)
  return { pixels: stage.canvas.data(), width: stage.w, height: stage.h, bakedLighting }
}

const below = new Set(['crypt', 'cave', 'sewer'])

export const printOn = (
  whole: MapPlan,
  { audience, revealed, grid, lit = true, trimmed = false }: PrintOptions,
): { stage: Stage; bakedLighting: boolean } => {
  const plan = audience === 'players' ? withoutSecrets(whole) : whole
  const sheet = openSheet(plan, trimmed)
  const { stage } = sheet
  const make = (w: number, h: number) => canvasOf(stage, w, h)
  const paved = maskOf(
    sheet,
    shapeOf(sheet, ({ floor }) => floor !== 'grass'),
    make,
  )
  const underground = below.has(plan.theme)
  if (underground) {
    bedrock(sheet)
    hatching(sheet, paved.canvas)
  } else paintCountry(sheet)
  if (plan.theme === 'ship') hullShadow(sheet, paved.canvas)
  if (!underground) fillMasonry(sheet)
  paveFloors(sheet, paved.canvas)
  if (grid ?? plan.grid.shown) drawGrid(sheet, underground || plan.theme === 'ship' ? paved.canvas : null)
  wallShadows(sheet, underground || plan.theme === 'ship' ? paved.canvas : null)
  drawThings(sheet)
  drawWalls(sheet)
  drawDoors(sheet)
  if (!underground) drawCrowns(sheet, countryOf(sheet))
  const bakedLighting = lit && isLit(sheet)
  if (bakedLighting) layLight(sheet)
  if (sheet.ink) applyInkTone(sheet)
  else if (stage.style === 'digital-art') {
    bloom(stage, 0.78, 0.2)
    grade(stage, 0.14, 1.1)
  } else grade(stage, 0.12, 1.04)
  if (revealed) cover(sheet, revealed)
  return { stage, bakedLighting }
}

/** Fills the squares between rooms that are not connected with the border of the map: they are solid masonry. */
const fillMasonry = (sheet: Sheet): void => {
  const { plan, pen, look, ink } = sheet
  const { cols, rows } = plan.grid
  const open = new Set<number>()
  const line: number[] = []
  const reach = (x: number, y: number) => {
    if (!within({ cols, rows }, x, y) || roomAt(plan, x, y) || open.has(y * cols + x)) return
    open.add(y * cols + x)
    line.push(y * cols + x)
  }
  for (let x = 0; x < cols; x++) for (const y of [0, rows - 1]) reach(x, y)
  for (let y = 0; y < rows; y++) for (const x of [0, cols - 1]) reach(x, y)
  for (let cell = line.pop(); cell !== undefined; cell = line.pop())
    for (const [dx, dy] of steps) reach((cell % cols) + dx, Math.floor(cell / cols) + dy)
  inSquares(sheet, pen, () => {
    pen.fillStyle = css(ink ? [44, 36, 32] : mix(look.wall, [0, 0, 0], 0.25))
    plan.cells.forEach((room, cell) => {
      if (!room && !open.has(cell)) pen.fillRect((cell % cols) - 0.01, Math.floor(cell / cols) - 0.01, 1.02, 1.02)
    })
  })
}

const drawGrid = (sheet: Sheet, mask: Canvas | null): void => {
  const { stage, w, h, px, ox, oy, ink } = sheet
  const part = canvasOf(stage)
  part.pen.strokeStyle = css([18, 13, 10], ink ? 0.24 : 0.42)
  part.pen.lineWidth = Math.max(1, px * 0.026)
  part.pen.beginPath()
  for (let x = ox % px; x <= w; x += px) {
    part.pen.moveTo(Math.round(x) + 0.5, 0)
    part.pen.lineTo(Math.round(x) + 0.5, h)
  }
  for (let y = oy % px; y <= h; y += px) {
    part.pen.moveTo(0, Math.round(y) + 0.5)
    part.pen.lineTo(w, Math.round(y) + 0.5)
  }
  part.pen.stroke()
  if (mask) {
    part.pen.globalCompositeOperation = 'destination-in'
    part.pen.drawImage(mask, 0, 0)
  }
  stage.pen.drawImage(part.canvas, 0, 0)
}

/** Darkens the water next to a hull, and adds white foam along it. */
const hullShadow = ({ stage, px, w, h }: Sheet, mask: Canvas): void => {
  for (const [spread, colour, dx, dy] of [
    [0.5, css([6, 18, 32], 0.6), 0.35, 0.5],
    [0.22, css([236, 246, 246], 0.75), 0, 0],
  ] as const) {
    const part = canvasOf(stage)
    part.pen.filter = `blur(${px * spread}px)`
    for (let i = 0; i < 2; i++) part.pen.drawImage(mask, dx * px, dy * px)
    part.pen.filter = 'none'
    part.pen.globalCompositeOperation = 'source-in'
    part.pen.fillStyle = colour
    part.pen.fillRect(0, 0, w, h)
    stage.pen.drawImage(part.canvas, 0, 0)
  }
}

/** Reduces the colours to a pen drawing with a light wash on paper. */
const applyInkTone = ({ stage, w, h }: Sheet): void => {
  const image = stage.pen.getImageData(0, 0, w, h)
  const px = image.data
  for (let i = 0; i < px.length; i += 4) {
    const grey = 0.3 * (px[i] as number) + 0.59 * (px[i + 1] as number) + 0.11 * (px[i + 2] as number)
    const lift = Math.min(255, 255 * (grey / 255) ** 0.82)
    px[i] = lift * 1.01 + ((px[i] as number) - grey) * 0.36
    px[i + 1] = lift * 0.975 + ((px[i + 1] as number) - grey) * 0.36
    px[i + 2] = lift * 0.9 + ((px[i + 2] as number) - grey) * 0.36
  }
  stage.pen.putImageData(image, 0, 0)
}

/** Covers all squares that are not revealed: their pixels are not part of the print. */
const cover = (sheet: Sheet, revealed: ReadonlySet<number>): void => {
  const { plan, w, h, pen, px, ox, oy } = sheet
  const { cols, rows } = plan.grid
  const kept = canvasOf(sheet.stage)
  for (const cell of revealed) {
    const [x, y] = [cell % cols, Math.floor(cell / cols)]
    if (x < 0 || y < 0 || x >= cols || y >= rows) continue
    kept.pen.drawImage(sheet.stage.canvas, ox + x * px, oy + y * px, px, px, ox + x * px, oy + y * px, px, px)
  }
  pen.fillStyle = '#0d0b0a'
  pen.fillRect(0, 0, w, h)
  pen.drawImage(kept.canvas, 0, 0)
}
