import { css, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import type { Inks } from '../palette.ts'
import type { Pen } from '../stage.ts'

/** Buildings and other made things, with their foot at (x, y). `side` is the side of the light; windows are lit if `lamp` is a colour. */

export interface Made {
  ink: Inks
  roof: Inks
  side: number
  lamp: Rgb | null
  /** All windows are lit if `lamp` is a colour. */
  lived?: boolean
}

export const poly = (pen: Pen, colour: Rgb, points: readonly (readonly [number, number])[]): void => {
  pen.fillStyle = css(colour)
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(x, y)
  pen.closePath()
  pen.fill()
}

/** A window standing on (x, y), with its glow where it is lit. */
export const window = (
  pen: Pen,
  x: number,
  y: number,
  wide: number,
  tall: number,
  lamp: Rgb | null,
  dark: Rgb,
  arched = true,
): void => {
  pen.fillStyle = css(lamp ?? dark)
  pen.beginPath()
  pen.moveTo(x - wide / 2, y)
  pen.lineTo(x - wide / 2, y - tall + (arched ? wide / 2 : 0))
  if (arched) pen.arc(x, y - tall + wide / 2, wide / 2, Math.PI, 0)
  else pen.lineTo(x + wide / 2, y - tall)
  pen.lineTo(x + wide / 2, y)
  pen.fill()
  if (lamp) {
    pen.fillStyle = css(mix(lamp, [255, 255, 240], 0.6))
    pen.fillRect(x - wide * 0.22, y - tall * 0.5, wide * 0.44, tall * 0.34)
    glow(pen, x, y - tall / 2, Math.max(wide, tall) * 2.6, lamp, 0.34)
  }
}
