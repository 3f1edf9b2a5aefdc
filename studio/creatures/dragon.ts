import type { Rgb } from '../colour.ts'
import { hex, mix } from '../colour.ts'
import { curve, loft, type Point, type Rib } from '../sculpt/mesh.ts'
import type { Sculpture } from '../sculpt/sculpture.ts'
import type { Sculptor } from './creature.ts'
import { head } from './dragon/head.ts'
import { hard, scales } from './dragon/scales.ts'
import { wing } from './dragon/wing.ts'

/** Adds a row of addSpines along a path, each bent towards the start of the path. */
const addSpines = (
  model: Sculpture,
  path: (t: number) => Point,
  count: number,
  size: (t: number) => number,
  colour: Rgb,
): void => {
  for (let i = 0; i < count; i++) {
    const t = i / (count - 1)
    const [x, y, z] = path(t)
    const [ax, ay, az] = path(Math.min(1, t + 0.02))
    const l = Math.hypot(ax - x, ay - y, az - z) || 1
    const s = size(t)
    model.add({
      mesh: loft(
        [
          [x, y, z, s * 0.34, s * 0.1],
          [x - ((ax - x) / l) * s * 0.2, y + s * 0.7, z - ((az - z) / l) * s * 0.2, s * 0.2, s * 0.06],
          [x - ((ax - x) / l) * s * 0.7, y + s * 1.15, z - ((az - z) / l) * s * 0.7, 0.004],
        ] as Rib[],
        { sides: 6, steps: 6 },
      ),
      colour,
      surface: { gloss: 0.4 },
      word: 'dragon',
    })
  }
}

const along =
  (ribs: readonly Rib[]) =>
  (t: number): Point => [
    curve(
      ribs.map((r) => r[0]),
      t,
    ),
    curve(
      ribs.map((r) => r[1]),
      t,
    ),
    curve(
      ribs.map((r) => r[2]),
      t,
    ),
  ]

/** Models the head of a dragon on an arching neck, or the whole dragon with its wings spread. */
export const dragon: Sculptor = (stage, model, hide) => {
  const next = stage.chance('dragon')
  const { coat } = hide
  const gape = next.pick([0.06, 0.3, 0.5])
  const whole = next.chance(0.5)
  const skin = scales(stage, coat, 1.6)
  const crest = mix(coat, [14, 8, 12], 0.5)
  if (!whole) {
    const bend = next.between(-0.5, 0.5)
    const neck: Rib[] = [
      [0, -0.05, -0.5, 0.34, 0.34],
      [bend * 0.2, -0.1, -0.95, 0.36, 0.36],
      [bend, -0.55, -1.35, 0.45, 0.45],
      [bend * 1.3, -1.3, -1.4, 0.58, 0.58],
      [bend * 0.6, -2.4, -1.1, 0.78, 0.78],
    ]
    model.add({
      mesh: loft(neck, { sides: 40, steps: 60, up: [0, 1, 0] }),
      colour: skin,
      surface: hard,
      word: 'dragon',
    })
    const path = along(neck.map(([x, y, z, r]) => [x * 1.05, y + r * 0.7, z - r * 0.6, r] as Rib))
    addSpines(model, path, 13, (t) => 0.24 + 0.2 * t, crest)
    if (next.chance(0.7)) for (const side of [-1, 1]) wing(model, coat, [bend + side * 0.4, -1.7, -1.7], side, 2.4, 2.1)
    head(stage, model, hide, gape, (p) => p)
    return { scale: 0.33, y: 0.42, turn: 0.95, least: 0.3 }
  }
  const s = next.pick([-1, 1])
  const spine: Rib[] = [
    [s * 0.1, 1.0, 0.8, 0.2],
    [s * 0.0, 1.0, 0.35, 0.22],
    [s * -0.05, 0.55, 0.05, 0.28],
    [0, -0.05, 0, 0.5],
    [s * -0.1, -0.55, -0.35, 0.56],
    [s * -0.25, -0.85, -0.9, 0.42],
    [s * -0.75, -1.0, -1.1, 0.24],
    [s * -1.35, -0.95, -0.7, 0.15],
    [s * -1.75, -0.6, -0.2, 0.08],
    [s * -1.85, -0.2, 0.1, 0.02],
  ]
  model.add({
    mesh: loft(spine, { sides: 34, steps: 130, up: [0, 1, 0] }),
    colour: skin,
    surface: hard,
    word: 'dragon',
  })
  addSpines(
    model,
    along(spine.map(([x, y, z, r]) => [x, y + r * 0.75, z - r * 0.5, r] as Rib)),
    24,
    (t) => 0.18 * (1 - 0.6 * t) + 0.04,
    crest,
  )
  for (const side of [-1, 1]) {
    const leg = (ribs: Rib[]) =>
      model.add({ mesh: loft(ribs, { sides: 16, steps: 28 }), colour: skin, surface: hard, word: 'dragon' })
    leg([
      [side * 0.38, -0.2, 0.25, 0.22],
      [side * 0.58, -0.6, 0.5, 0.17],
      [side * 0.52, -1.0, 0.42, 0.11],
      [side * 0.54, -1.32, 0.62, 0.1],
      [side * 0.56, -1.4, 0.8, 0.06],
    ])
    leg([
      [side * 0.45, -0.65, -0.5, 0.32],
      [side * 0.85, -0.75, -0.15, 0.24],
      [side * 0.8, -1.15, -0.4, 0.13],
      [side * 0.9, -1.36, -0.05, 0.12],
      [side * 0.92, -1.42, 0.16, 0.06],
    ])
    for (let k = -1; k <= 1; k++)
      model.add({
        mesh: loft(
          [
            [side * 0.56 + k * 0.08, -1.38, 0.78, 0.035],
            [side * 0.57 + k * 0.11, -1.44, 0.96, 0.004],
          ],
          { sides: 6 },
        ),
        colour: hex('#d8c8a0'),
        surface: { gloss: 0.5 },
        word: 'claw',
      })
    wing(model, coat, [side * 0.32, 0.25, -0.25], side, next.between(1.5, 1.9), next.between(1.3, 1.7))
  }
  const k = 0.44
  const dip = next.between(-0.1, 0.4)
  const turn = s * next.between(0.1, 0.6)
  head(stage, model, hide, gape, ([x, y, z]) => {
    const y1 = y * Math.cos(dip) - z * Math.sin(dip)
    const z1 = z * Math.cos(dip) + y * Math.sin(dip)
    const x2 = x * Math.cos(turn) + z1 * Math.sin(turn)
    const z2 = z1 * Math.cos(turn) - x * Math.sin(turn)
    return [s * 0.1 + x2 * k, 1.0 + y1 * k, 0.95 + z2 * k]
  })
  return { scale: 0.235, y: 0.5, foot: -1.42, turn: 0.8 }
}
