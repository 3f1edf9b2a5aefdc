import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { drawLand, skyline } from '../land.ts'
import type { Idea } from '../lexicon.ts'
import { type Inks, named } from '../palette.ts'
import { campfire, traveller } from '../props/camp.ts'
import { crystal, mushroom, reeds, rock, tuft } from '../props/ground-cover.ts'
import type { Stage } from '../stage.ts'
import { lampsLit } from './landmarks.ts'
import { plant, treeKind } from './trees.ts'

interface Near {
  place: Idea<'place'>
  horizon: number
  wet: boolean
  inks: (albedo: Rgb, distance: number) => Inks
}

const soil: Partial<Record<Idea<'place'>, string>> = {
  desert: '#d8a05c',
  canyon: '#b0603c',
  tundra: '#e8f0f6',
  volcano: '#3c3434',
  coast: '#7a745c',
  sea: '#5a5a5c',
  mountain: '#5a6448',
  forest: '#3f5630',
  marsh: '#565a34',
}

/** Draws the nearest ground with its plants, rocks and people: dark and detailed, so that everything behind it looks far away. */
export const foreground = (stage: Stage, near: Near): void => {
  const { w, h, u, pen, has, may, palette, sun, scene } = stage
  const next = stage.chance('near')
  const { place } = near
  const winter = has('season', 'winter') || has('weather', 'snow')
  const albedo = winter ? hex('#dde6ee') : hex(soil[place] ?? '#5f7a3a')
  const base = h * (near.wet ? 0.97 : 0.95)
  const slope = next.chance(0.5) ? 1 : -1
  const rolling = skyline(stage, 'nearest', 'hill', base, h * 0.05, 420 * u)
  const top = (x: number) =>
    rolling(x) - (near.wet ? Math.max(0, (slope * (x - w * 0.5)) / w) ** 1.4 * h * 0.3 - h * 0.02 : 0)
  if (has('motif', 'road') && !near.wet && may('road')) road(stage, near)
  drawLand(stage, {
    label: 'nearest',
    ground: place === 'coast' || place === 'volcano' ? 'cliff' : 'hill',
    top,
    foot: h,
    albedo: mix(albedo, palette.near, 0.35),
    distance: 0,
    mist: 0,
  })
  const ink = near.inks(albedo, 0)
  const leaf = near.inks(
    winter
      ? hex('#b8c4cc')
      : place === 'desert'
        ? hex('#a08848')
        : has('season', 'autumn')
          ? hex('#a8702c')
          : hex('#5f7f36'),
    0,
  )
  if (may('rock') && place !== 'plain')
    for (let i = 0; i < 7; i++) {
      const x = next() * w
      rock(
        pen,
        x,
        top(x) + 16 * u,
        next.between(40, 130) * u,
        next.between(18, 62) * u,
        near.inks(place === 'canyon' || place === 'desert' ? hex('#a86844') : hex('#6a6a6e'), 0),
        sun.side,
        next,
      )
    }
  if (may('grass') && !['desert', 'volcano', 'tundra', 'canyon', 'sea'].includes(place))
    for (let i = 0; i < 150 * (w / 1024); i++) {
      const x = next() * w
      const down = next()
      tuft(
        pen,
        x,
        top(x) + (4 + down * 80) * u,
        (13 + 28 * down) * u,
        next.chance(0.3) ? leaf.base : next.chance(0.25) ? leaf.lit : leaf.shade,
        next,
      )
    }
  if (has('motif', 'flower') && may('flower')) flowers(stage, top)
  if (place === 'marsh' || has('motif', 'grass') || (place === 'lake' && may('grass')))
    for (let i = 0; i < 9; i++) {
      const x = next.chance(0.5) ? next() * w * 0.32 : w * (0.68 + next() * 0.32)
      reeds(
        pen,
        x,
        Math.min(h, top(x) + 40 * u),
        next.between(110, 260) * u,
        { ...ink, deep: mix(palette.near, ink.shade, 0.25) },
        next,
      )
    }
  const framing =
    ['forest', 'jungle', 'lake', 'river', 'mountain', 'plain', 'marsh'].includes(place) &&
    may('tree') &&
    next.chance(place === 'plain' ? 0.55 : 0.85)
  if (framing) {
    const kind = has('motif', 'deadtree') ? 'dead' : treeKind(stage, place, next)
    const x = slope > 0 ? w * next.between(0.86, 0.97) : w * next.between(0.03, 0.14)
    plant(
      stage,
      kind,
      x,
      Math.max(top(x), h * 0.9) + 20 * u,
      Math.min(h * 0.72, 760 * u) * next.between(0.8, 1.05),
      0,
      next,
    )
    if (place === 'forest')
      plant(stage, kind, w - x + next.between(-0.04, 0.04) * w, h + 10 * u, Math.min(h * 0.62, 640 * u), 0, next)
  }
  if (has('motif', 'mushroom') && may('mushroom'))
    for (let i = 0; i < 9; i++) {
      const x = next() * w
      const tall = next.between(40, 150) * u
      mushroom(
        pen,
        x,
        top(x) + 30 * u,
        tall,
        mix(palette.accent, hex('#c2412e'), next() * 0.6),
        near.inks(hex('#d8ccb4'), 0),
      )
      if (lampsLit(palette)) glow(pen, x, top(x) + 30 * u - tall * 0.7, tall, palette.accent, 0.35)
    }
  if (has('motif', 'crystal') && may('crystal'))
    for (let i = 0; i < 6; i++) {
      const x = next() * w
      crystal(pen, x, top(x) + 24 * u, next.between(60, 190) * u, palette.accent, palette.near, next)
      glow(pen, x, top(x) - 30 * u, 150 * u, palette.accent, 0.4)
    }
  people(stage, near, top)
  if (scene.motif.includes('campfire') && may('campfire')) {
    const x = w * 0.5 + sun.side * -0.14 * w
    campfire(pen, x, Math.min(h * 0.95, top(x) + 26 * u), 34 * u, hex('#ff9a3c'))
  }
}

const people = (stage: Stage, near: Near, top: (x: number) => number): void => {
  const { w, h, u, pen, has, may, palette, sun, scene } = stage
  const called = has('motif', 'figure') || scene.person.length > 0
  if (!may('figure') || !called) return
  const next = stage.chance('people')
  const count = has('motif', 'campfire') || /party|pilgrims/.test(String(scene.hash % 2)) ? 3 : 1
  const colour = scene.tints.get('cloak') ?? scene.tints.get('figure')
  for (let i = 0; i < count; i++) {
    const x = w * (0.5 - sun.side * 0.16) + (i - (count - 1) / 2) * 62 * u
    const tall = next.between(118, 138) * u
    const y = Math.min(h * 0.97, top(x) + 18 * u)
    traveller(
      pen,
      x,
      y,
      tall,
      near.inks(hex('#4a4038'), 0.04),
      sun.side,
      mix(near.inks(colour ? named[colour] : hex('#9a4a38'), 0).lit, palette.light, 0.15),
    )
    if (has('motif', 'lantern') && may('lantern'))
      glow(pen, x + sun.side * 26 * u, y - tall * 0.5, 110 * u, palette.accent, 0.9)
  }
}

const flowers = (stage: Stage, top: (x: number) => number): void => {
  const { w, h, u, pen, palette, scene } = stage
  const next = stage.chance('flowers')
  const colour = scene.colour[0] ? named[scene.colour[0]] : hex('#d9567a')
  for (let i = 0; i < 420; i++) {
    const x = next() * w
    const down = next()
    const size = (2 + 7 * down) * u
    pen.fillStyle = css(mix(mix(colour, palette.light, next() * 0.5), palette.near, 0.3 * palette.dark + 0.1 * next()))
    pen.beginPath()
    pen.arc(x, top(x) - 12 * u + down * (h - top(x)), size, 0, 7)
    pen.fill()
  }
}

/** Draws a road that winds towards the horizon and narrows with distance. */
const road = (stage: Stage, near: Near): void => {
  const { w, h, pen, palette } = stage
  const next = stage.chance('road')
  const start = w * next.between(0.35, 0.65)
  const bend = w * next.between(0.1, 0.2) * (next.chance(0.5) ? 1 : -1)
  const far = near.horizon + (h - near.horizon) * 0.3
  const ink = near.inks(hex('#c2a878'), 0.1)
  for (const [grow, colour] of [
    [1.14, ink.shade],
    [1, mix(ink.lit, palette.light, 0.12)],
  ] as const) {
    pen.fillStyle = css(colour, 0.9)
    pen.beginPath()
    const edge = (t: number, side: number): [number, number] => {
      const near2 = (1 - t) ** 1.9
      const x = start + bend * Math.sin(t * 5.2) * (1 - t) * 1.1
      return [x + side * w * 0.11 * grow * (near2 + 0.012), h + (far - h) * t]
    }
    for (let i = 0; i <= 30; i++) pen.lineTo(...edge(i / 30, -1))
    for (let i = 30; i >= 0; i--) pen.lineTo(...edge(i / 30, 1))
    pen.fill()
  }
}
