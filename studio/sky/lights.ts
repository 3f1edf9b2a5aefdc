import { css, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { apart, type Stage, sheet } from '../stage.ts'

export const stars = (stage: Stage, horizon: number): void => {
  const { w, u, pen, palette } = stage
  const next = stage.chance('stars')
  const count = Math.round(next.between(220, 320) * (w / 1024))
  for (let i = 0; i < count; i++) {
    const y = horizon * next() ** 1.3
    const big = next.chance(0.06)
    pen.fillStyle = css(
      mix(palette.light, [190, 210, 255], next() * 0.6),
      next.between(0.25, 0.95) * (1 - 0.75 * (y / horizon)),
    )
    pen.beginPath()
    pen.arc(next() * w, y, (big ? 2.3 : next.between(0.6, 1.5)) * u, 0, 7)
    pen.fill()
  }
}

/** Draws the moon with its dark spots at `stage.sun`, the position of the light source. */
export const moon = (stage: Stage, size: number, crescent: boolean): void => {
  const { u, pen, palette, sun, style } = stage
  const next = stage.chance('moon')
  const colour = mix(palette.light, [255, 250, 235], 0.3)
  glow(pen, sun.x, sun.y, size * 4.6, palette.light, 0.5)
  const disc = sheet(stage, size * 2, size * 2)
  disc.pen.fillStyle = css(colour)
  disc.pen.beginPath()
  disc.pen.arc(size, size, size - 1, 0, 7)
  disc.pen.fill()
  disc.pen.globalCompositeOperation = 'source-atop'
  for (let i = 0; i < 12; i++) {
    disc.pen.fillStyle = css(mix(colour, palette.mid, 0.5), style === 'digital-art' ? 0.22 : 0.18)
    disc.pen.beginPath()
    disc.pen.ellipse(
      next() * size * 2,
      next() * size * 2,
      size * next.between(0.08, 0.34),
      size * next.between(0.06, 0.24),
      next() * 3,
      0,
      7,
    )
    disc.pen.fill()
  }
  if (crescent) {
    disc.pen.globalCompositeOperation = 'destination-out'
    disc.pen.beginPath()
    disc.pen.arc(size * 0.58, size * 0.86, size * 0.9, 0, 7)
    disc.pen.fill()
  }
  stage.thing(['moon'], () => pen.drawImage(disc.canvas, sun.x - size, sun.y - size))
  pen.lineWidth = u
}

/** Draws the sun at `stage.sun`; in digital art and comic books, with rings around it. */
export const sunDisc = (stage: Stage, size: number): void => {
  const { pen, palette, sun, style, u } = stage
  glow(pen, sun.x, sun.y, size * 5.5, palette.light, 0.75)
  if (style !== 'fantasy-art') {
    pen.strokeStyle = css(palette.light, 0.16)
    for (const ring of [1.5, 2.15, 3]) {
      pen.lineWidth = size * 0.5
      pen.beginPath()
      pen.arc(sun.x, sun.y, size * ring, 0, 7)
      pen.stroke()
    }
  }
  pen.fillStyle = css(mix(palette.light, [255, 255, 250], 0.45))
  pen.beginPath()
  pen.arc(sun.x, sun.y, size, 0, 7)
  stage.thing(['sun'], () => pen.fill())
  pen.lineWidth = u
}

export const aurora = (stage: Stage, horizon: number): void => {
  const { w, u, pen, palette } = stage
  const next = stage.chance('aurora')
  const wave = stage.noise('aurora')
  apart(pen, () => {
    pen.globalCompositeOperation = 'screen'
    for (let band = 0; band < 3; band++) {
      const base = horizon * next.between(0.35, 0.75)
      const colour: Rgb = band === 1 ? [150, 90, 220] : mix([70, 240, 170], palette.accent, 0.15)
      for (let x = 0; x < w; x += 3 * u) {
        const y = base + wave(x / (260 * u), band * 9) * horizon * 0.22
        const tall = horizon * (0.3 + 0.26 * wave(x / (50 * u), band * 5 + 40))
        const light = pen.createLinearGradient(0, y - tall, 0, y)
        light.addColorStop(0, css(colour, 0))
        light.addColorStop(0.75, css(colour, 0.3 + 0.16 * wave(x / (16 * u), band)))
        light.addColorStop(1, css(colour, 0))
        pen.fillStyle = light
        pen.fillRect(x, y - tall, 3.4 * u, tall)
      }
    }
  })
}

export const comet = (stage: Stage, horizon: number): void => {
  const { w, u, pen, palette } = stage
  const next = stage.chance('comet')
  const x = w * next.between(0.25, 0.75)
  const y = horizon * next.between(0.15, 0.4)
  const dx = 260 * u * (next.chance(0.5) ? 1 : -1)
  const tail = pen.createLinearGradient(x, y, x + dx, y - 130 * u)
  tail.addColorStop(0, css(palette.light, 0.95))
  tail.addColorStop(1, css(palette.light, 0))
  pen.fillStyle = tail
  pen.beginPath()
  pen.moveTo(x, y - 5 * u)
  pen.lineTo(x + dx, y - 130 * u)
  pen.lineTo(x, y + 5 * u)
  pen.fill()
  glow(pen, x, y, 60 * u, palette.light, 0.9)
}
