import { css, hex, mix } from '../colour.ts'
import { glow } from '../glow.ts'
import { drawLand, skyline } from '../land.ts'
import { inks } from '../palette.ts'
import { campfire, tent } from '../props/camp.ts'
import { wall } from '../props/castle.ts'
import { house } from '../props/house.ts'
import { window } from '../props/made.ts'
import { tower } from '../props/towers.ts'
import { type Build, mound, off } from './site.ts'

/** Settlements of many buildings. */

/** Rows of houses from back to front, each row nearer, larger and clearer; a spire among them. */
export const rows: Build = (stage, site) => {
  const { w, u, palette } = stage
  const { line, span, made, next, wet } = site
  const far = 4
  for (let row = 0; row < far; row++) {
    const t = row / (far - 1)
    const distance = 0.56 * (1 - t)
    const size = span * (0.07 + 0.09 * t)
    const top = skyline(stage, `street${row}`, 'hill', line - span * 0.2 * (1 - t), span * 0.07, 420 * u)
    drawLand(stage, {
      label: `street${row}`,
      ground: 'hill',
      top,
      foot: wet ? line + 4 * u : stage.h,
      albedo: mix(site.soil, hex('#6a6258'), 0.4),
      distance,
      mist: 0.2 * (1 - t),
    })
    const spots: { x: number; wide: number }[] = []
    for (let x = -size; x < w + size; ) {
      const wide = size * next.between(0.85, 1.35)
      const gap = row === far - 1 && Math.abs(x + wide / 2 - w * 0.5) < size * 0.9
      if (!gap) spots.push({ x: x + wide / 2, wide })
      x += wide * next.between(0.62, row === far - 1 ? 1.15 : 0.9)
    }
    if (row === 1)
      tower(stage.pen, off(stage), top(off(stage)) + 20 * u, span * 0.055, span * 0.26, made(distance), next, 'cone')
    for (const { x, wide } of spots.sort((a, b) => ((a.x * 7919) % 13) - ((b.x * 7919) % 13))) {
      house(
        stage.pen,
        x,
        Math.min(wet ? line : stage.h, top(x) + size * 0.25),
        wide,
        wide * next.between(0.42, 0.72),
        made(distance),
        next,
      )
    }
    if (row < far - 1) {
      const mist = stage.pen.createLinearGradient(0, line - span * 0.3, 0, line)
      mist.addColorStop(0, css(palette.horizon, 0))
      mist.addColorStop(1, css(mix(palette.horizon, palette.far, 0.5), 0.22))
      stage.pen.fillStyle = mist
      stage.pen.fillRect(0, line - span * 0.3, w, span * 0.3)
    }
  }
}

export const city: Build = (stage, site) => {
  const { w } = stage
  const { line, span, made, next } = site
  for (let row = 0; row < 3; row++) {
    const distance = 0.72 - row * 0.2
    for (let i = 0; i < 9; i++) {
      const x = (w * (i + next.between(0.1, 0.9))) / 9
      const near = 1 - Math.abs(x - off(stage)) / w
      tower(
        stage.pen,
        x,
        line,
        span * next.between(0.04, 0.075),
        span * next.between(0.2, 0.42) * near * (0.8 + 0.1 * row),
        made(distance),
        next,
        next.pick(['cone', 'cone', 'crown']),
      )
    }
  }
  wall(stage.pen, -10, w + 10, line, span * 0.14, made(0.3))
  rows(stage, { ...site, span: span * 0.72 })
}

export const gate: Build = (stage, site) => {
  const { span, made, next } = site
  const { pen, w, u } = stage
  const top = mound(stage, site, span * 0.03, 0.14)
  const x = off(stage)
  const y = top(x) + 40 * u
  for (let i = 0; i < 9; i++)
    house(pen, w * next(), y - span * 0.2, span * 0.12, span * next.between(0.08, 0.14), made(0.4), next)
  wall(pen, -10, w + 10, y, span * 0.26, made(0.16))
  for (const side of [-1, 1])
    tower(pen, x + side * span * 0.17, y + 4 * u, span * 0.17, span * 0.44, made(0.08), next, 'crown')
  wall(pen, x - span * 0.12, x + span * 0.12, y, span * 0.36, made(0.08))
  window(pen, x, y, span * 0.15, span * 0.22, null, made(0.08).ink.deep)
  if (made(0).lamp) {
    glow(pen, x, y - span * 0.1, span * 0.16, stage.palette.accent, 0.8)
    for (const side of [-1, 1]) campfire(pen, x + side * span * 0.105, y - span * 0.16, 10 * u, hex('#ff9a3c'))
  }
}

export const camp: Build = (stage, site) => {
  const { span, made, next } = site
  const { pen, u, w } = stage
  const top = mound(stage, site, span * 0.04, 0.2)
  const colours = ['#b04a34', '#c8a860', '#4a6a84', '#7a8a4a', '#8a5a7a']
  for (let i = 0; i < 9; i++) {
    const t = i / 8
    const x = w * next.between(0.06, 0.94)
    tent(pen, x, top(x) + (10 + 70 * t) * u, span * (0.1 + 0.14 * t), {
      ...made(0.3 * (1 - t)),
      roof: inks(stage.palette, hex(next.pick(colours)), 0.3 * (1 - t)),
    })
  }
  campfire(pen, w * 0.5, top(w * 0.5) + 90 * u, 42 * u, hex('#ff9a3c'))
}
