import { css, hex, mix } from '../colour.ts'
import { inks, type Palette } from '../palette.ts'
import type { Pen } from '../stage.ts'

/** A bell in a bare timber frame. `side` is the side of the light: 1 right, -1 left. */
export const bellFrame = (pen: Pen, x: number, foot: number, tall: number, palette: Palette, side: number): void => {
  const wood = inks(palette, hex('#5a4430'), 0.04)
  const bronze = inks(palette, hex('#a8743c'), 0.02)
  const post = tall * 0.055
  const wide = tall * 0.34
  const beam = foot - tall * 0.92
  const bar = (ax: number, ay: number, bx: number, by: number, width: number) => {
    pen.lineCap = 'butt'
    for (const [off, colour, size] of [
      [0, wood.shade, 1],
      [side * 0.26, wood.lit, 0.36],
    ] as const) {
      pen.strokeStyle = css(colour)
      pen.lineWidth = width * size
      pen.beginPath()
      pen.moveTo(ax + off * width, ay)
      pen.lineTo(bx + off * width, by)
      pen.stroke()
    }
  }
  for (const way of [-1, 1]) {
    bar(x + way * wide * 1.12, foot, x + way * wide, beam - tall * 0.06, post)
    bar(x + way * wide * 0.98, foot - tall * 0.6, x + way * wide * 0.46, beam, post * 0.7)
  }
  pen.fillStyle = css(wood.base)
  pen.fillRect(x - wide * 1.3, beam - post * 0.7, wide * 2.6, post * 1.4)
  pen.fillStyle = css(wood.lit)
  pen.fillRect(x - wide * 1.3, beam - post * 0.7, wide * 2.6, post * 0.4)
  const top = beam + tall * 0.06
  const low = beam + tall * 0.48
  const mouth = tall * 0.22
  const light = pen.createLinearGradient(x - side * mouth, 0, x + side * mouth, 0)
  light.addColorStop(0, css(bronze.deep))
  light.addColorStop(0.5, css(bronze.base))
  light.addColorStop(0.8, css(bronze.lit))
  light.addColorStop(1, css(mix(bronze.base, bronze.deep, 0.3)))
  pen.fillStyle = css(bronze.deep)
  pen.fillRect(x - post * 0.3, beam, post * 0.6, tall * 0.08)
  pen.beginPath()
  pen.arc(x, low + tall * 0.03, tall * 0.04, 0, 7)
  pen.fill()
  pen.fillStyle = light
  pen.beginPath()
  pen.moveTo(x - mouth * 0.28, top)
  pen.quadraticCurveTo(x, top - tall * 0.05, x + mouth * 0.28, top)
  pen.bezierCurveTo(x + mouth * 0.72, top + tall * 0.1, x + mouth * 0.5, low - tall * 0.12, x + mouth, low)
  pen.quadraticCurveTo(x, low + tall * 0.045, x - mouth, low)
  pen.bezierCurveTo(x - mouth * 0.5, low - tall * 0.12, x - mouth * 0.72, top + tall * 0.1, x - mouth * 0.28, top)
  pen.fill()
  pen.strokeStyle = css(bronze.deep, 0.6)
  pen.lineWidth = tall * 0.012
  pen.beginPath()
  pen.moveTo(x - mouth * 0.82, low - tall * 0.045)
  pen.quadraticCurveTo(x, low, x + mouth * 0.82, low - tall * 0.045)
  pen.stroke()
}
