import { css, hex, mix } from '../colour.ts'
import { glow } from '../glow.ts'
import { fbm } from '../noise.ts'
import { inks } from '../palette.ts'
import { traveller } from '../props/camp.ts'
import { crystal, mushroom } from '../props/ground-cover.ts'
import type { Stage } from '../stage.ts'
import { drawWater } from '../water.ts'

/** Draws a cave: rims of rock with stalactites around a bright hollow, a pool, and glowing mushrooms or crystals. */
export const drawCave = (stage: Stage): void => {
  const { w, h, u, pen, palette, has, may, scene, sun } = stage
  const next = stage.chance('cave')
  sun.x = w * next.between(0.42, 0.58)
  sun.y = h * 0.44
  const heart = mix(palette.horizon, palette.light, 0.35)
  const back = pen.createRadialGradient(sun.x, sun.y, 0, sun.x, sun.y, Math.max(w, h) * 0.55)
  back.addColorStop(0, css(mix(heart, palette.light, 0.4)))
  back.addColorStop(0.3, css(mix(heart, palette.mid, 0.4)))
  back.addColorStop(1, css(palette.mid))
  pen.fillStyle = back
  pen.fillRect(0, 0, w, h)
  glow(pen, sun.x, sun.y, 420 * u, palette.light, 0.6)
  if (has('place', 'sea', 'lake', 'river') || may('water'))
    drawWater(stage, { top: h * 0.62, foot: h, rough: 0.15, colour: mix(palette.mid, palette.near, 0.3) })
  const shape = stage.noise('rim')
  const rims = 6
  for (let i = 0; i < rims; i++) {
    const t = i / (rims - 1)
    const colours = inks({ ...palette, dark: 0.5 }, hex('#5a6070'), 0.82 * (1 - t))
    const colour = mix(colours.base, palette.near, 0.15 + 0.75 * t)
    const rx = w * (0.22 + 0.31 * t)
    const ry = h * (0.25 + 0.27 * t)
    pen.fillStyle = css(colour)
    pen.beginPath()
    pen.rect(-2, -2, w + 4, h + 4)
    const steps = 240
    for (let k = steps; k >= 0; k--) {
      const a = (k / steps) * Math.PI * 2
      const rough = fbm(shape, Math.cos(a) * 2.1 + i * 9, Math.sin(a) * 2.1 + i * 5, 4)
      const tooth = Math.sin(a) < -0.3 ? Math.max(0, shape(Math.cos(a) * 15 + i * 3, i * 7)) ** 2 * 0.5 : 0
      const r = 1 + rough * 0.34 - tooth * (0.6 - 0.2 * t)
      const x = sun.x + Math.cos(a) * rx * r
      const y = sun.y + h * 0.06 + Math.sin(a) * ry * r
      if (k === steps) pen.moveTo(x, y)
      else pen.lineTo(x, y)
    }
    pen.closePath()
    pen.fill('evenodd')
    if (i === 2 && scene.motif.includes('crystal'))
      for (let k = 0; k < 7; k++)
        crystal(
          pen,
          w * next.between(0.2, 0.8),
          h * next.between(0.68, 0.78),
          next.between(40, 110) * u,
          palette.accent,
          palette.near,
          next,
        )
  }
  const floor = h * 0.86
  const wantsGrowth = has('motif', 'mushroom') || (has('mood', 'magical') && may('mushroom'))
  for (let i = 0; i < 8; i++) {
    const x = next.chance(0.5) ? w * next.between(0.02, 0.34) : w * next.between(0.66, 0.98)
    const y = floor + next.between(-30, 60) * u
    if (wantsGrowth) {
      const tall = next.between(60, 170) * u
      mushroom(pen, x, y, tall, mix(palette.accent, palette.mid, next() * 0.5), inks(palette, hex('#b8b0a0')))
      glow(pen, x, y - tall * 0.7, tall * 1.3, palette.accent, 0.5)
    } else if (may('crystal')) {
      crystal(pen, x, y, next.between(50, 160) * u, mix(palette.accent, palette.mid, 0.25), palette.near, next)
      glow(pen, x, y - 50 * u, 150 * u, palette.accent, 0.4)
    }
  }
  if (may('figure')) {
    traveller(pen, sun.x - 40 * u, h * 0.78, 104 * u, inks(palette, hex('#3a3430')), sun.side, palette.accent)
    if (may('lantern')) glow(pen, sun.x - 10 * u, h * 0.78 - 50 * u, 130 * u, hex('#ffb85c'), 0.85)
  }
}
