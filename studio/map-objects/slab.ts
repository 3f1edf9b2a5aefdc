import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import type { Random } from '../random.ts'
import type { Pen } from '../stage.ts'

/** Colours of the surroundings of an object. */
export interface Stuff {
  stone: Rgb
  floor: Rgb
  accent: Rgb
}
/** Draws one thing about the origin; one unit is a square of five feet. */
export type Draw = (pen: Pen, next: Random, stuff: Stuff) => void

export const ink = css([24, 16, 12])

/** Draws a shape with shadow and outline, the building block of map objects. */
export const slab = (pen: Pen, d: string, colour: Rgb, line = 0.045): void => {
  const path = new Path2D(d)
  pen.save()
  pen.translate(0.05, 0.07)
  pen.fillStyle = css([0, 0, 0], 0.38)
  pen.fill(path)
  pen.restore()
  pen.fillStyle = css(colour)
  pen.fill(path)
  pen.strokeStyle = ink
  pen.lineWidth = line
  pen.lineJoin = 'round'
  pen.stroke(path)
}

export const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
export const box = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}Z`
export const light = (colour: Rgb, t = 0.25): Rgb => mix(colour, [255, 246, 225], t)
export const dark = (colour: Rgb, t = 0.35): Rgb => mix(colour, [14, 8, 8], t)
export const wood = hex('#8a5c34')
export const iron = hex('#565a60')
