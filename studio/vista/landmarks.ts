import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import type { Idea } from '../lexicon.ts'
import { inks, type Palette } from '../palette.ts'
import { bellFrame } from '../props/bell-frame.ts'
import { bridge } from '../props/bridge.ts'
import { castle } from '../props/castle.ts'
import { house } from '../props/house.ts'
import type { Made } from '../props/made.ts'
import { arches, standingStones } from '../props/ruins.ts'
import { boat, ship } from '../props/ships.ts'
import { lighthouse, tower, windmill } from '../props/towers.ts'
import { birds, dragonAloft } from '../props/wings.ts'
import type { Random } from '../random.ts'
import { apart, type Stage } from '../stage.ts'
import { mirrored } from '../water.ts'

interface Spot {
  place: Idea<'place'>
  top: (x: number) => number
  distance: number
  span: number
  phase: 'far' | 'near'
  /** y of the water line, or of the ground under near things. */
  line: number
}

export const madeOf = (stage: Stage, distance: number, stoneColour: Rgb, roofColour: Rgb): Made => ({
  ink: inks(stage.palette, stoneColour, distance),
  roof: inks(stage.palette, roofColour, distance),
  side: stage.sun.side,
  lamp: stage.may('window') && stage.may('lantern') && lampsLit(stage.palette) ? stage.palette.accent : null,
})

/** Lamps are lit from dusk on, and under heavy skies. */
export const lampsLit = (palette: Palette): boolean => palette.dark >= 0.2

const avoidSun = (stage: Stage, x: number): number =>
  Math.abs(x - stage.sun.x) < 90 * stage.u ? x + (x < stage.w / 2 ? -1 : 1) * 60 * stage.u : x

/** The inputs with which landmarks are drawn. */
interface Scene {
  stage: Stage
  spot: Spot
  next: Random
  made: ReturnType<typeof madeOf>
  /** x of a place opposite the light. */
  opposite: number
  wants: (idea: string) => boolean
}

/** Draws the landmarks along the horizon. */
const addFar = ({ stage, spot, next, made, opposite, wants }: Scene) => {
  const { has, may, pen, u, w, palette, sun } = stage
  const { span } = spot
  const x = avoidSun(stage, opposite)
  const ground = spot.top(x) + 14 * u
  if (wants('castle')) stage.thing(['castle'], () => castle(pen, x, ground, span * 0.3, made, next))
  else if (wants('tower'))
    stage.thing(['tower'], () =>
      tower(pen, x, ground, span * 0.052, span * 0.24, made, next, has('built', 'ruin') ? 'broken' : 'cone'),
    )
  if (wants('village'))
    stage.thing(['village'], () => {
      for (let i = 0; i < 9; i++) {
        const hx = w * 0.5 + next.bell() * 110 * u
        const foot = spot.top(hx) + next.between(8, 34) * u
        house(pen, hx, foot, span * next.between(0.045, 0.06), span * 0.026, made, next)
      }
    })
  if (wants('windmill')) stage.thing(['windmill'], () => windmill(pen, x, ground, span * 0.22, made, next))
  if (wants('waterfall')) stage.thing(['waterfall'], () => waterfall(stage, w * 0.5, spot.top(w * 0.5), span * 0.3))
  if (wants('dragon'))
    stage.thing(['dragon'], () =>
      dragonAloft(
        pen,
        sun.x - sun.side * span * 0.14,
        sun.y + span * 0.04,
        span * 0.14,
        mix(palette.near, palette.mid, 0.25),
        sun.side,
      ),
    )
  if (may('bird') && (wants('bird') || next.chance(0.5)) && !has('weather', 'storm'))
    birds(
      pen,
      w * next.between(0.3, 0.7),
      spot.line - span * 0.26,
      10 * u,
      mix(palette.near, palette.far, 0.35),
      next,
      next.int(5, 11),
    )
  if (wants('smoke')) smoke(stage, x, ground - span * 0.1)
}

/** Draws ships and boats on the water. */
const addShips = ({ stage, spot, next, opposite, wants }: Scene) => {
  const { has, may, pen, h, palette, sun } = stage
  const { span } = spot
  if (wants('ship')) {
    const size = span * (has('mood', 'epic') ? 0.24 : 0.17)
    const x = sun.x - sun.side * span * next.between(0.1, 0.34)
    stage.thing(['ship'], () =>
      mirrored(stage, spot.line + span * 0.07, (own) =>
        ship(own, x, spot.line + span * 0.07, size, madeOf(stage, 0.2, hex('#5a4030'), hex('#d8c8a4')), sun.side),
      ),
    )
  }
  if (wants('boat')) {
    const line = spot.line + (h - spot.line) * 0.3
    const x = opposite
    stage.thing(['boat'], () =>
      mirrored(stage, line, (own) => boat(own, x, line, span * 0.1, inks(palette, hex('#5a4030'), 0.1), may('figure'))),
    )
    if (lampsLit(palette) && may('lantern'))
      glow(pen, x + span * 0.05, line - span * 0.02, span * 0.06, palette.accent, 0.8)
  }
}

/** Draws the landmarks on the near ground, or in the water if there is any. */
const addNear = ({ stage, spot, next, made, opposite, wants }: Scene, water: boolean) => {
  const { has, may, pen, u, w, h, palette, sun } = stage
  const { span } = spot
  if (wants('ruin') || (has('built', 'ruin') && may('ruin'))) {
    const x = avoidSun(stage, opposite)
    const line = spot.line + (water ? 6 * u : 60 * u)
    const draw = (own: Stage['pen']) =>
      arches(
        own,
        x,
        line,
        span * 0.6,
        span * 0.32,
        4,
        madeOf(stage, 0.22, hex('#a09888'), hex('#806050')),
        stage.chance('arches'),
      )
    stage.thing(['ruin'], () => (water ? mirrored(stage, line, draw) : draw(pen)))
  }
  if (wants('bell')) {
    const line = spot.line + (h - spot.line) * (water ? 0.3 : 0.5)
    const draw = (own: Stage['pen']) => bellFrame(own, opposite, line, span * 0.3, palette, sun.side)
    stage.thing(['bell'], () => (water ? mirrored(stage, line, draw) : draw(pen)))
  }
  if (wants('lighthouse')) stage.thing(['lighthouse'], () => lighthouseRock(stage, opposite, spot))
  if (wants('stones'))
    stage.thing(['stones'], () =>
      standingStones(
        pen,
        opposite,
        spot.line + (h - spot.line) * 0.3,
        span * 0.3,
        madeOf(stage, 0.12, hex('#8a8a88'), hex('#806050')),
        next,
      ),
    )
  if (wants('bridge') && (water || has('motif', 'river')))
    stage.thing(['bridge'], () =>
      bridge(
        pen,
        w * 0.5,
        spot.line + span * 0.1,
        span * 0.56,
        span * 0.11,
        madeOf(stage, 0.3, hex('#a09888'), hex('#806050')),
      ),
    )
  if (wants('statue'))
    stage.thing(['statue'], () =>
      tower(pen, opposite, spot.line + 30 * u, span * 0.05, span * 0.3, made, next, 'broken'),
    )
}

/** Draws the landmarks that the prompt names, mostly opposite the light or in front of it, where they attract the eye. */
export const landmarks = (stage: Stage, spot: Spot): void => {
  const { has, may, w, sun } = stage
  const next = stage.chance(`landmarks/${spot.phase}`)
  const opposite = w - sun.x + next.between(-0.06, 0.06) * w
  const made = madeOf(stage, spot.distance, hex('#a29a8c'), hex('#8a4a3c'))
  const scene: Scene = { stage, spot, next, made, opposite, wants: (idea) => has('motif', idea) && may(idea) }
  if (spot.phase === 'far') {
    addFar(scene)
    return
  }
  const water = ['sea', 'coast', 'lake', 'islands', 'marsh', 'river'].includes(spot.place)
  if (water) addShips(scene)
  addNear(scene, water)
}

const lighthouseRock = (stage: Stage, x: number, { span, line, distance }: Spot): void => {
  const { pen, u, palette } = stage
  const next = stage.chance('lightrock')
  const ink = inks(palette, hex('#6a6a6c'), distance)
  const foot = line + span * 0.06
  for (const [colour, grow] of [
    [ink.shade, 1],
    [ink.base, 0.72],
  ] as const) {
    pen.fillStyle = css(colour)
    pen.beginPath()
    pen.moveTo(x - span * 0.24 * grow, foot)
    for (let i = 0; i <= 12; i++) {
      const t = i / 12
      pen.lineTo(
        x + span * 0.22 * (t * 2 - 1) * grow,
        foot - Math.sin(t * Math.PI) ** 0.7 * span * 0.13 * next.between(0.8, 1.1),
      )
    }
    pen.lineTo(x + span * 0.24 * grow, foot)
    pen.fill()
  }
  lighthouse(
    pen,
    x,
    foot - span * 0.1 + 4 * u,
    span * 0.4,
    madeOf(stage, distance * 0.6, hex('#e4dccb'), hex('#b0402e')),
    palette.accent,
  )
}

const waterfall = (stage: Stage, x: number, y: number, tall: number): void => {
  const { pen, u, palette } = stage
  const next = stage.chance('waterfall')
  apart(pen, () => {
    for (let i = 0; i < 60; i++) {
      const dx = next.bell() * 13 * u
      const top = y + next() * tall * 0.3
      pen.strokeStyle = css(mix(palette.light, [235, 246, 255], 0.6), next.between(0.3, 0.8))
      pen.lineWidth = next.between(1.5, 5) * u
      pen.beginPath()
      pen.moveTo(x + dx * 0.6, top)
      pen.lineTo(x + dx * 1.3, y + tall * next.between(0.6, 1))
      pen.stroke()
    }
  })
  glow(pen, x, y + tall, 120 * u, palette.light, 0.6)
}

export const smoke = (stage: Stage, x: number, y: number): void => {
  const { pen, u, palette } = stage
  const next = stage.chance(`smoke${Math.round(x)}`)
  for (let i = 0; i < 22; i++) {
    const t = i / 22
    pen.fillStyle = css(mix(palette.far, palette.horizon, 0.4), 0.12 * (1 - t))
    pen.beginPath()
    pen.arc(x + t * t * 90 * u + next.bell() * 8 * u, y - t * 190 * u, (6 + 26 * t) * u, 0, 7)
    pen.fill()
  }
}
