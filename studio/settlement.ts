import { css, hex, mix, type Rgb } from './colour.ts'
import { finish } from './finish.ts'
import { glow } from './glow.ts'
import { drawLand, type Ground, skyline } from './land.ts'
import { inks, named } from './palette.ts'
import { bellFrame } from './props/bell-frame.ts'
import type { Made } from './props/made.ts'
import { boat, ship } from './props/ships.ts'
import { birds, dragonAloft } from './props/wings.ts'
import { type Built, buildings } from './settlement/buildings.ts'
import { nearGround } from './settlement/near.ts'
import { rainbow } from './sky/rainbow.ts'
import { drawSky } from './sky.ts'
import { horizonOf, type Stage } from './stage.ts'
import { lampsLit, madeOf, smoke } from './vista/landmarks.ts'
import { forestLine } from './vista/trees.ts'
import { drawWater, mirrored } from './water.ts'
import { drawWeather, fogBank, lightning } from './weather.ts'

/** What is named; a broken or drowned place is a ruin first. */
const builtOf = (stage: Stage): Built => {
  const { scene, has } = stage
  if (has('built', 'ruin') && !has('built', 'tower', 'castle', 'chapel', 'bridge')) return 'ruin'
  const named = scene.built.filter((idea) => idea !== 'ruin' && idea !== 'town')
  const usual: Built[] = ['town', 'castle', 'harbour', 'chapel', 'tower', 'bridge', 'city', 'inn', 'ruin', 'gate']
  return (
    named[0] ?? (has('built', 'town') ? 'town' : (usual.filter((idea) => stage.may(idea))[scene.hash % 10] ?? 'town'))
  )
}

const walls: Record<string, string> = {
  wood: '#8a6844',
  stone: '#a39a8a',
  gold: '#c8a860',
  bone: '#d8cfb8',
  iron: '#6a6e76',
  bronze: '#9a7a54',
}

export const stuff = (stage: Stage): { wall: Rgb; roof: Rgb } => {
  const next = stage.chance('stuff')
  const { scene } = stage
  const said =
    scene.tints.get('stone') ?? scene.tints.get('wall') ?? scene.tints.get('tower') ?? scene.tints.get('castle')
  const roofSaid = scene.tints.get('roof')
  const material = scene.material.find((idea) => idea in walls)
  return {
    wall: said
      ? mix(named[said], hex('#a39a8a'), 0.35)
      : hex(walls[material ?? ''] ?? next.pick(['#b0a48e', '#9c9690', '#bda888', '#a88f78'])),
    roof: roofSaid ? named[roofSaid] : hex(next.pick(['#8a4434', '#4e5f74', '#6a5138', '#7a3b44', '#4c6a64'])),
  }
}

/** A place that people built: sky, country behind, the buildings with the light on one side, and what lies before them. */
export const drawSettlement = (stage: Stage): void => {
  const { w, h, u, has, may, palette, pen, scene, sun } = stage
  const next = stage.chance('settlement')
  const built = builtOf(stage)
  const wet =
    may('water') &&
    (['harbour', 'bridge', 'lighthouse'].includes(built) ||
      has('place', 'sea', 'lake', 'river', 'coast', 'marsh') ||
      has('motif', 'water', 'boat', 'ship'))
  const tall = h > w
  const span = Math.min(h, w * 1.1) * next.between(0.82, 1.14)
  const horizon = horizonOf(stage, next.between(0.48, 0.68) + (tall ? 0.04 : 0))
  stage.thing(['sky'], () => drawSky(stage, horizon))
  if (has('motif', 'rainbow') && may('rainbow')) stage.thing(['rainbow'], () => rainbow(stage, horizon))
  if (has('weather', 'storm') && may('lightning')) lightning(stage, horizon)
  if (has('motif', 'dragon') && may('dragon'))
    stage.thing(['dragon'], () =>
      dragonAloft(pen, w - sun.x, h * 0.2, span * 0.16, mix(palette.near, palette.mid, 0.2), sun.side),
    )
  else if (may('bird') && next.chance(0.7))
    birds(
      pen,
      w * next.between(0.3, 0.7),
      horizon * 0.5,
      11 * u,
      mix(palette.near, palette.far, 0.3),
      next,
      next.int(5, 12),
    )
  const winter = has('season', 'winter') || has('weather', 'snow')
  const dry = has('place', 'desert', 'canyon')
  const soil = winter
    ? hex('#dfe7ee')
    : dry
      ? hex('#dba869')
      : has('season', 'autumn')
        ? hex('#b08a48')
        : has('mood', 'infernal')
          ? hex('#4a3c3a')
          : hex('#75904a')
  const far: Ground = dry ? 'mesa' : 'mountain'
  for (const [i, rise] of [0.2, 0.12].entries()) {
    const base = horizon + (i * 0.03 + 0.01) * h
    const top = skyline(stage, `back${i}`, i === 0 ? far : 'hill', base, span * rise, (360 - i * 40) * u)
    drawLand(stage, {
      label: `back${i}`,
      ground: i === 0 ? far : 'hill',
      top,
      foot: h,
      albedo: i === 0 ? hex('#7f858e') : soil,
      distance: 0.86 - i * 0.3,
      mist: 0.7 - i * 0.35,
      ...(i === 0 && (winter || has('place', 'mountain')) ? { snow: base - span * rise * 0.35 } : {}),
    })
    if (i === 1 && may('tree') && !dry)
      forestLine(stage, { label: 'back1', top, size: 34 * u, distance: 0.5, place: 'forest', from: 0, to: w })
  }
  if (has('weather', 'fog')) fogBank(stage, horizon, 0.45)
  const { wall, roof } = stuff(stage)
  const made = (distance: number): Made => madeOf(stage, distance, wall, roof)
  const line = wet ? horizon + (h - horizon) * next.between(0.26, 0.34) : h * (tall ? 0.83 : 0.86)
  stage.thing([built], () => buildings[built](stage, { line, span, wet, made, soil, next }))
  if (wet) {
    stage.thing(['water'], () =>
      drawWater(stage, {
        top: line,
        foot: h,
        rough: has('weather', 'storm', 'wind') ? 0.6 : has('place', 'sea') ? 0.3 : 0.14,
      }),
    )
    if (may('ship') && (built === 'harbour' || has('motif', 'ship'))) {
      const x = w * (sun.side > 0 ? 0.27 : 0.73)
      const y = line + (h - line) * 0.34
      stage.thing(['ship'], () =>
        mirrored(stage, y, (own) =>
          ship(own, x, y, span * 0.2, madeOf(stage, 0.08, hex('#4a3428'), hex('#d8c8a4')), sun.side),
        ),
      )
    }
    if (may('boat') && (has('motif', 'boat') || built === 'bridge' || built === 'ruin')) {
      const y = h * 0.9
      stage.thing(['boat'], () =>
        mirrored(stage, y, (own) =>
          boat(own, w * (0.5 + sun.side * 0.14), y, span * 0.13, inks(palette, hex('#4a3428'), 0), may('figure')),
        ),
      )
    }
  }
  stage.thing(['ground'], () => nearGround(stage, { line, wet, soil, built }))
  if (has('motif', 'bell') && may('bell')) {
    const x = w * (0.5 - sun.side * 0.2)
    const foot = wet ? line + (h - line) * 0.3 : h * 0.95
    const draw = (own: Stage['pen']) => bellFrame(own, x, foot, span * 0.34, palette, sun.side)
    stage.thing(['bell'], () => (wet ? mirrored(stage, foot, draw) : draw(pen)))
  }
  if (has('motif', 'smoke') || (['town', 'inn', 'camp'].includes(built) && may('smoke')))
    smoke(stage, w * 0.5 + next.bell() * 60 * u, line - span * 0.24)
  if (lampsLit(palette) && may('lantern')) glow(pen, w / 2, line - span * 0.06, span * 0.36, palette.accent, 0.16)
  if (scene.motif.includes('flag') && may('flag')) flags(stage, line - span * 0.5)
  drawWeather(stage, horizon)
  finish(stage, 0.8)
}

const flags = (stage: Stage, y: number): void => {
  const { pen, w, u, palette, scene } = stage
  const colour = mix(scene.colour[0] ? named[scene.colour[0]] : hex('#b03a34'), palette.near, 0.25 + 0.3 * palette.dark)
  for (const x of [w * 0.36, w * 0.62]) {
    pen.fillStyle = css(palette.near)
    pen.fillRect(x, y, 4 * u, 190 * u)
    pen.fillStyle = css(colour)
    pen.beginPath()
    pen.moveTo(x + 4 * u, y)
    pen.bezierCurveTo(x + 40 * u, y - 20 * u, x + 60 * u, y + 22 * u, x + 104 * u, y + 8 * u)
    pen.lineTo(x + 84 * u, y + 32 * u)
    pen.lineTo(x + 104 * u, y + 58 * u)
    pen.bezierCurveTo(x + 60 * u, y + 72 * u, x + 40 * u, y + 30 * u, x + 4 * u, y + 52 * u)
    pen.fill()
  }
}
