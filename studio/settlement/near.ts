import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { drawLand, skyline } from '../land.ts'
import { inks } from '../palette.ts'
import { traveller } from '../props/camp.ts'
import { reeds, tuft } from '../props/ground-cover.ts'
import type { Stage } from '../stage.ts'
import { lampsLit } from '../vista/landmarks.ts'
import { plant, treeKind } from '../vista/trees.ts'
import type { Built } from './buildings.ts'

interface Foreground {
  /** y of the foot of the buildings; with `wet`, the upper edge of the water. */
  line: number
  /** Water fills the foreground. */
  wet: boolean
  soil: Rgb
  built: Built
}

/** Draws the foreground: reeds or mooring posts in water; otherwise a slope with grass, a tree and a traveller. */
export const nearGround = (stage: Stage, { line, wet, soil, built }: Foreground): void => {
  const { w, h, u, pen, has, may, palette, sun, scene } = stage
  const next = stage.chance('nearGround')
  if (wet) {
    const ink = inks(palette, hex('#3c4430'), 0)
    if (has('place', 'marsh', 'lake') || has('motif', 'grass') || built === 'ruin')
      for (let i = 0; i < 8; i++)
        reeds(
          pen,
          next.chance(0.5) ? w * next() * 0.25 : w * (0.75 + next() * 0.25),
          h + 10 * u,
          next.between(130, 300) * u,
          { ...ink, deep: mix(palette.near, ink.shade, 0.2) },
          next,
        )
    if (built === 'harbour') posts(stage)
    return
  }
  const top = skyline(stage, 'nearest', 'hill', h * 0.95, h * 0.05, 460 * u)
  drawLand(stage, {
    label: 'nearest',
    ground: 'hill',
    top,
    foot: h,
    albedo: mix(soil, palette.near, 0.3),
    distance: 0,
    mist: 0,
  })
  const leaf = inks(palette, mix(soil, hex('#4f6a30'), 0.5), 0)
  if (may('grass'))
    for (let i = 0; i < 130 * (w / 1024); i++) {
      const down = next()
      const x = next() * w
      tuft(pen, x, top(x) + down * 60 * u, (10 + 26 * down) * u, next.chance(0.4) ? leaf.base : leaf.shade, next)
    }
  if (may('tree') && next.chance(0.7)) {
    const x = sun.side > 0 ? w * next.between(0.02, 0.1) : w * next.between(0.9, 0.98)
    plant(stage, treeKind(stage, 'plain', next), x, h * 0.98, Math.min(h * 0.6, 640 * u), 0, next)
  }
  if (may('figure') && (has('motif', 'figure') || scene.person.length > 0 || next.chance(0.45))) {
    const tall = 92 * u
    const x = w * (0.5 + next.between(-0.08, 0.08))
    traveller(
      pen,
      x,
      Math.max(line + 40 * u, top(x) + 8 * u),
      tall,
      inks(palette, hex('#4a4038'), 0),
      sun.side,
      mix(inks(palette, hex('#9a4434'), 0).lit, palette.light, 0.1),
    )
    if (lampsLit(palette) && may('lantern'))
      glow(
        pen,
        x + sun.side * 20 * u,
        Math.max(line + 40 * u, top(x) + 8 * u) - tall * 0.5,
        70 * u,
        palette.accent,
        0.8,
      )
  }
}

/** Mooring posts and a rope at the viewer's feet. */
const posts = (stage: Stage): void => {
  const { w, h, u, pen, palette } = stage
  const next = stage.chance('posts')
  const wood = inks(palette, hex('#4e3b2c'), 0)
  let last: [number, number] | undefined
  for (let x = w * 0.04; x < w; x += w * next.between(0.16, 0.24)) {
    const top = h - next.between(60, 120) * u
    pen.fillStyle = css(wood.deep)
    pen.fillRect(x, top, 28 * u, h - top)
    pen.fillStyle = css(stage.sun.side > 0 ? wood.base : wood.shade)
    pen.fillRect(x + 18 * u, top, 10 * u, h - top)
    pen.fillStyle = css(wood.lit)
    pen.beginPath()
    pen.ellipse(x + 14 * u, top, 14 * u, 5 * u, 0, 0, 7)
    pen.fill()
    if (last) {
      pen.strokeStyle = css(wood.deep)
      pen.lineWidth = 5 * u
      pen.beginPath()
      pen.moveTo(last[0] + 14 * u, last[1] + 18 * u)
      pen.quadraticCurveTo((last[0] + x) / 2, Math.max(top, last[1]) + 64 * u, x + 14 * u, top + 18 * u)
      pen.stroke()
    }
    last = [x, top]
  }
}
