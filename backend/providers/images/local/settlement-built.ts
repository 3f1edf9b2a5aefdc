import { css, hex, mix, type Rgb } from './colour.ts'
import { glow } from './glow.ts'
import { drawLand, skyline } from './land.ts'
import type { Idea } from './lexicon.ts'
import { inks } from './palette.ts'
import { bridge } from './props/bridge.ts'
import { campfire, tent } from './props/camp.ts'
import { castle, wall } from './props/castle.ts'
import { rock } from './props/ground-cover.ts'
import { house } from './props/house.ts'
import { type Made, window } from './props/made.ts'
import { arches } from './props/ruins.ts'
import { lighthouse, tower, windmill } from './props/towers.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'
import { lampsLit } from './vista/landmarks.ts'
import { plant } from './vista/trees.ts'

interface Site {
  /** y on which the buildings stand, or the water line. */
  line: number
  span: number
  wet: boolean
  made: (distance: number) => Made
  soil: Rgb
  next: Random
}

export type Built = Idea<'built'>
type Build = (stage: Stage, site: Site) => void

const off = (stage: Stage): number => stage.w * (0.5 - stage.sun.side * 0.1)

/** The ground under it, rising to where the building stands. */
const mound = (
  stage: Stage,
  { line, soil, wet }: Site,
  rise: number,
  distance: number,
  at = off(stage),
): ((x: number) => number) => {
  const { w, h, u } = stage
  const rough = stage.noise('mound')
  const wide = w * 0.36
  const top = (x: number) => line - rise * Math.exp(-(((x - at) / wide) ** 2)) + rough(x / (120 * u), 4) * 9 * u
  drawLand(stage, {
    label: `mound${Math.round(rise)}`,
    ground: rise > 120 * u ? 'cliff' : 'hill',
    top,
    foot: wet ? line + 8 * u : h,
    albedo: rise > 120 * u ? mix(soil, hex('#7c7a76'), 0.55) : soil,
    distance,
    mist: 0.1,
  })
  return top
}

/** Rows of houses from back to front, each row nearer, larger and clearer; a spire among them. */
const rows: Build = (stage, site) => {
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

const city: Build = (stage, site) => {
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

const castleOnHill: Build = (stage, site) => {
  const { span, made, next } = site
  const top = mound(stage, site, span * 0.24, 0.3)
  castle(
    stage.pen,
    off(stage),
    top(off(stage)) + 26 * stage.u,
    fitting(stage, top(off(stage)), span, 0.74) * 0.62,
    made(0.18),
    next,
  )
  for (let i = 0; i < 6; i++) {
    const x = off(stage) + next.bell() * span * 0.3
    house(stage.pen, x, top(x) + span * 0.12, span * 0.09, span * 0.05, made(0.12), next)
  }
}

/** The span at which something `high` spans tall still ends below the picture's upper edge. */
const fitting = (stage: Stage, foot: number, span: number, high: number): number =>
  Math.min(span, (foot - stage.h * 0.05) / high)

const loneTower: Build = (stage, site) => {
  const { span, made, next } = site
  const top = mound(stage, site, span * 0.16, 0.25)
  const x = off(stage)
  const broken = stage.has('built', 'ruin')
  const tall = fitting(stage, top(x), span, 0.9)
  tower(stage.pen, x - tall * 0.11, top(x) + 30 * stage.u, tall * 0.11, tall * 0.26, made(0.14), next, 'crown')
  tower(stage.pen, x, top(x) + 34 * stage.u, tall * 0.16, tall * 0.5, made(0.1), next, broken ? 'broken' : 'cone')
  for (let i = 0; i < 9; i++)
    rock(
      stage.pen,
      x + next.bell() * span * 0.22,
      top(x) + next.between(20, 70) * stage.u,
      next.between(30, 90) * stage.u,
      next.between(14, 44) * stage.u,
      made(0.1).ink,
      stage.sun.side,
      next,
    )
}

/** A nave from its west front: a tall gable, a rose window, a spire beside it. */
const chapel: Build = (stage, site) => {
  const { span, made, next } = site
  const top = mound(stage, site, span * 0.08, 0.22)
  const { pen, u, sun } = stage
  const x = off(stage)
  const y = top(x) + 26 * u
  const ruin = stage.has('built', 'ruin')
  const { ink, roof, lamp } = made(0.1)
  const half = span * 0.15
  const eave = span * 0.3
  const poly = (colour: Rgb, points: [number, number][]) => {
    pen.fillStyle = css(colour)
    pen.beginPath()
    for (const [px, py] of points) pen.lineTo(px, py)
    pen.fill()
  }
  const s = sun.side
  poly(s < 0 ? ink.shade : ink.base, [
    [x + half, y],
    [x + half, y - eave],
    [x + half * 3, y - eave * 0.94],
    [x + half * 3, y],
  ])
  if (!ruin)
    poly(s < 0 ? roof.shade : roof.base, [
      [x, y - eave - half * 1.5],
      [x + half * 2.1, y - eave - half * 1.32],
      [x + half * 3.1, y - eave * 0.92],
      [x + half, y - eave * 0.98],
    ])
  for (let i = 0; i < 3; i++) {
    window(pen, x + half * (1.4 + i * 0.58), y - eave * 0.32, half * 0.2, half * 0.75, lamp, ink.deep)
    poly(s < 0 ? ink.base : ink.lit, [
      [x + half * (1.64 + i * 0.58), y],
      [x + half * (1.64 + i * 0.58), y - eave * 0.8],
      [x + half * (1.72 + i * 0.58), y - eave * 0.8],
      [x + half * (1.76 + i * 0.58), y],
    ])
  }
  poly(
    s < 0 ? ink.lit : ink.base,
    ruin
      ? [
          [x - half, y],
          [x - half, y - eave * 1.1],
          [x - half * 0.5, y - eave * 1.24],
          [x - half * 0.2, y - eave * 1.1],
          [x + half * 0.2, y - eave * 1.36],
          [x + half * 0.6, y - eave * 0.9],
          [x + half, y - eave],
          [x + half, y],
        ]
      : [
          [x - half, y],
          [x - half, y - eave],
          [x, y - eave - half * 1.5],
          [x + half, y - eave],
          [x + half, y],
        ],
  )
  poly(ink.shade, [
    [x - half, y - eave * 0.66],
    [x - half, y - eave * 0.69],
    [x + half, y - eave * 0.69],
    [x + half, y - eave * 0.66],
  ])
  window(pen, x, y, half * 0.5, half * 0.95, lamp, ink.deep)
  pen.fillStyle = css(lamp ?? ink.deep)
  pen.beginPath()
  pen.arc(x, y - eave * 0.9, half * 0.32, 0, 7)
  pen.fill()
  pen.strokeStyle = css(ink.shade)
  pen.lineWidth = half * 0.05
  for (let i = 0; i < 6; i++) {
    pen.beginPath()
    pen.moveTo(x, y - eave * 0.9)
    pen.lineTo(x + Math.cos(i * 1.047) * half * 0.32, y - eave * 0.9 + Math.sin(i * 1.047) * half * 0.32)
    pen.stroke()
  }
  if (lamp) glow(pen, x, y - eave * 0.9, half * 1.6, lamp, 0.5)
  tower(pen, x - half * 1.35, y, half * 0.8, eave * (ruin ? 1.2 : 1.62), made(0.1), next, ruin ? 'broken' : 'cone')
  graves(stage, site, top)
}

const graves = (stage: Stage, { next, span }: Site, top: (x: number) => number): void => {
  const { pen, u, w, palette } = stage
  const ink = inks(palette, hex('#8a8a86'), 0.06)
  for (let i = 0; i < 14; i++) {
    const x = next() * w
    if (Math.abs(x - off(stage)) < span * 0.2) continue
    const y = top(x) + next.between(24, 80) * u
    const tall = next.between(24, 42) * u
    pen.fillStyle = css(i % 3 ? ink.base : ink.shade)
    pen.beginPath()
    pen.moveTo(x - tall * 0.35, y)
    pen.lineTo(x - tall * 0.33, y - tall * 0.7)
    pen.arc(x, y - tall * 0.7, tall * 0.33, Math.PI, 0)
    pen.lineTo(x + tall * 0.35, y)
    pen.fill()
  }
}

const ruin: Build = (stage, site) => {
  const { span, made, next, line, wet } = site
  const { u, pen, w } = stage
  const far = made(0.5)
  arches(pen, w * 0.5 + stage.sun.side * w * 0.2, line, span * 0.5, span * 0.2, 5, far, next)
  const top = wet ? () => line : mound(stage, site, span * 0.05, 0.2)
  const x = off(stage)
  arches(pen, x, top(x) + (wet ? 4 : 40) * u, Math.min(w * 0.86, span * 0.92), span * 0.44, 4, made(0.12), next)
  if (!wet)
    for (let i = 0; i < 16; i++) {
      const rx = x + next.bell() * span * 0.36
      rock(
        pen,
        rx,
        top(rx) + next.between(34, 86) * u,
        next.between(30, 100) * u,
        next.between(14, 40) * u,
        made(0.08).ink,
        stage.sun.side,
        next,
      )
    }
  if (lampsLit(stage.palette) && stage.may('lantern'))
    window(pen, x - span * 0.05, top(x) - span * 0.33, 14 * u, 26 * u, stage.palette.accent, [0, 0, 0])
}

const crossing: Build = (stage, site) => {
  const { w, pen } = stage
  const { line, span, made, next } = site
  for (const end of [0.06, 0.94])
    for (let i = 0; i < 4; i++)
      house(
        pen,
        w * end + next.bell() * span * 0.07,
        line - span * 0.02,
        span * 0.13,
        span * next.between(0.07, 0.11),
        made(0.35),
        next,
      )
  bridge(pen, w * 0.5, line + 6 * stage.u, w * 0.96, span * 0.2, made(0.12))
  if (stage.has('built', 'tower', 'gate') || next.chance(0.5))
    tower(
      pen,
      off(stage),
      line - span * 0.14,
      span * 0.12,
      span * 0.24,
      made(0.12),
      next,
      stage.has('built', 'ruin') ? 'broken' : 'cone',
    )
}

const lightOnRock: Build = (stage, site) => {
  const { span, made, line, next } = site
  const x = off(stage)
  const top = mound(stage, { ...site, wet: true }, span * 0.17, 0.16)
  lighthouse(
    stage.pen,
    x,
    top(x) + 10 * stage.u,
    fitting(stage, top(x), span, 0.6) * 0.54,
    { ...made(0.06), ink: inks(stage.palette, hex('#e6dfd0'), 0.06), roof: inks(stage.palette, hex('#b23c2c'), 0.06) },
    stage.palette.accent,
  )
  house(stage.pen, x + span * 0.14, top(x + span * 0.14) + 14 * stage.u, span * 0.15, span * 0.07, made(0.06), next)
  for (let i = 0; i < 10; i++)
    rock(
      stage.pen,
      x + next.bell() * span * 0.34,
      line + 8 * stage.u,
      next.between(40, 120) * stage.u,
      next.between(14, 50) * stage.u,
      made(0.1).ink,
      stage.sun.side,
      next,
    )
}

const mill: Build = (stage, site) => {
  const top = mound(stage, site, site.span * 0.1, 0.2)
  const x = off(stage)
  windmill(stage.pen, x, top(x) + 20 * stage.u, fitting(stage, top(x), site.span, 0.8) * 0.6, site.made(0.1), site.next)
  house(
    stage.pen,
    x + site.span * 0.24,
    top(x + site.span * 0.24) + 30 * stage.u,
    site.span * 0.2,
    site.span * 0.1,
    site.made(0.08),
    site.next,
  )
}

const inn: Build = (stage, site) => {
  const { span, made, next } = site
  const top = mound(stage, site, span * 0.05, 0.16)
  const x = off(stage)
  plant(stage, 'conifer', x - span * 0.32, top(x) + 30 * stage.u, span * 0.42, 0.2, next)
  plant(stage, 'conifer', x + span * 0.36, top(x) + 20 * stage.u, span * 0.36, 0.24, next)
  house(stage.pen, x + span * 0.2, top(x) + 34 * stage.u, span * 0.28, span * 0.12, made(0.1), next)
  house(stage.pen, x, top(x) + 50 * stage.u, span * 0.46, span * 0.21, { ...made(0.04), lived: true }, next)
  if (lampsLit(stage.palette) && stage.may('lantern'))
    glow(stage.pen, x, top(x) - span * 0.02, span * 0.3, stage.palette.accent, 0.4)
}

const gate: Build = (stage, site) => {
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

const camp: Build = (stage, site) => {
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

export const buildings: Record<Built, Build> = {
  town: rows,
  city,
  harbour: rows,
  castle: castleOnHill,
  tower: loneTower,
  chapel,
  ruin,
  bridge: crossing,
  lighthouse: lightOnRock,
  mill,
  inn,
  gate,
  library: city,
  camp,
}
