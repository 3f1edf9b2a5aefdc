import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import type { Pen } from '../stage.ts'
import type { Sitter } from './sitter.ts'

/** Corners of the cloth texture in heads, and its resolution in pixels per head. */
export const clothFrom = [-1.2, -0.5] as const
export const clothTo = [1.2, -2.4] as const
const fine = 420

/** Paints seams, laces and buttons of the trade's clothes. Coordinates are heads, y downwards from the eyes. */
export const needlework = (sitter: Sitter): Canvas => {
  const canvas = createCanvas((clothTo[0] - clothFrom[0]) * fine, (clothFrom[1] - clothTo[1]) * fine)
  const pen = canvas.getContext('2d')
  pen.scale(fine, fine)
  pen.translate(-clothFrom[0], clothFrom[1])
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const dark = mix(sitter.cloth, [10, 6, 8], 0.55)
  const pale = mix(sitter.cloth, hex('#efe6d4'), 0.78)
  const line = (d: string, width: number, colour: Rgb, alpha = 1) => {
    pen.strokeStyle = css(colour, alpha)
    pen.lineWidth = width
    pen.stroke(new Path2D(d))
  }
  const fill = (d: string, colour: Rgb, alpha = 1) => {
    pen.fillStyle = css(colour, alpha)
    pen.fill(new Path2D(d))
  }
  const row = (count: number, from: number, step: number, draw: (y: number, i: number) => void) => {
    for (let i = 0; i < count; i++) draw(from + i * step, i)
  }
  const button = (pen2: Pen, x: number, y: number, r: number, colour: Rgb) => {
    pen2.fillStyle = css(mix(colour, [0, 0, 0], 0.5))
    pen2.beginPath()
    pen2.arc(x, y + 0.008, r, 0, 7)
    pen2.fill()
    pen2.fillStyle = css(colour)
    pen2.beginPath()
    pen2.arc(x, y, r, 0, 7)
    pen2.fill()
  }
  const skinV = 'M-.5 .5L-.5 .6L-.24 .6L-.17 .72C-.1 .9 -.02 1 0 1.02C.02 1 .1 .9 .17 .72L.24 .6L.5 .6L.5 .5Z'
  switch (sitter.trade) {
    case 'noble':
    case 'ruler':
    case 'bard':
      fill('M-.15 .6L-.2 2.4L.2 2.4L.15 .6Z', pale)
      line('M-.17 .6L-.22 2.4M.17 .6L.22 2.4', 0.05, sitter.trim)
      row(9, 0.86, 0.16, (y) => button(pen, 0, y, 0.026, sitter.trim))
      for (const side of [-1, 1])
        row(7, 0.95, 0.2, (y) =>
          line(
            `M${0.34 * side} ${y}q${0.1 * side} -.08 ${0.2 * side} 0q${-0.1 * side} .08 ${-0.2 * side} 0`,
            0.016,
            sitter.trim,
            0.85,
          ),
        )
      break
    case 'sailor':
      fill('M-.2 .6L-.34 2.4L.34 2.4L.2 .6Z', hex('#e8dfcc'))
      row(8, 0.8, 0.15, (y) => line(`M-.3 ${y}L.3 ${y}`, 0.045, hex('#34507a')))
      fill('M-.24 .6L-.62 .98L-.3 1.6L-.2 1.1ZM.24 .6L.62 .98L.3 1.6L.2 1.1Z', mix(sitter.cloth, [0, 0, 0], 0.25))
      for (const side of [-1, 1]) row(5, 1, 0.24, (y) => button(pen, side * 0.46, y, 0.036, sitter.trim))
      break
    case 'wizard':
    case 'monk':
    case 'witch':
      line(
        'M-.26 .62C-.16 .92 -.06 1.1 0 2.4M.26 .62C.16 .92 .06 1.1 0 2.4',
        0.055,
        sitter.trade === 'wizard' ? sitter.trim : dark,
      )
      if (sitter.trade === 'wizard')
        row(6, 1, 0.2, (y, i) =>
          line(`M${(i % 2 ? 0.3 : -0.3) - 0.04} ${y}l.04 -.06l.04 .06l-.04 .06Z`, 0.014, sitter.trim),
        )
      break
    case 'rogue':
    case 'barbarian':
      fill(skinV, sitter.trade === 'rogue' ? pale : sitter.skin)
      line('M-.95 .95C-.4 1.1 .2 1.35 .9 2.1', 0.1, hex('#3a2616'))
      line('M-.95 .95C-.4 1.1 .2 1.35 .9 2.1', 0.012, hex('#8a6238'), 0.8)
      row(4, 0.82, 0.085, (y, i) =>
        line(
          `M${-0.12 + i * 0.02} ${y}L${0.12 - i * 0.02} ${y + 0.06}M${0.12 - i * 0.02} ${y}L${-0.12 + i * 0.02} ${y + 0.06}`,
          0.014,
          hex('#241710'),
        ),
      )
      break
    default:
      fill('M-.32 .62C-.22 .86 -.1 1.06 0 1.16C.1 1.06 .22 .86 .32 .62Z', hex('#e6dcc6'))
      fill('M-.5 .5L-.5 .6L-.22 .62L.22 .62L.5 .6L.5 .5Z', sitter.skin)
      fill('M-.22 .6L-.15 .72C-.1 .86 -.03 .95 0 .97C.03 .95 .1 .86 .15 .72L.22 .6Z', sitter.skin)
      row(3, 0.98, 0.07, (y) => line(`M-.05 ${y}L.05 ${y + 0.045}M.05 ${y}L-.05 ${y + 0.045}`, 0.012, hex('#4a3420')))
      line('M-.3 .6C-.22 .86 -.1 1.06 0 1.16C.1 1.06 .22 .86 .3 .6M0 1.16L0 2.4', 0.026, dark)
      row(6, 1.26, 0.2, (y) => button(pen, 0.07, y, 0.024, hex('#7a5a34')))
  }
  return canvas
}
