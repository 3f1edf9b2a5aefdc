import { css, type Rgb } from './colour.ts'
import { apart, type Pen } from './stage.ts'

/** A soft round light added to what is there. */
export const glow = (pen: Pen, x: number, y: number, radius: number, colour: Rgb, alpha: number): void => {
  apart(pen, () => {
    pen.globalCompositeOperation = 'screen'
    const light = pen.createRadialGradient(x, y, 0, x, y, radius)
    light.addColorStop(0, css(colour, alpha))
    light.addColorStop(0.25, css(colour, alpha * 0.45))
    light.addColorStop(0.6, css(colour, alpha * 0.12))
    light.addColorStop(1, css(colour, 0))
    pen.fillStyle = light
    pen.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  })
}
