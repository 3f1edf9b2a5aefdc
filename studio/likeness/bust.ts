import { hex, mix, type Rgb } from '../colour.ts'
import { fbm, lerp, smooth } from '../noise.ts'
import { ball, grid, loft, type Mesh, type Point, through } from '../sculpt/mesh.ts'
import type { Sculpture, Surface } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import { clothFrom, clothTo, needlework } from './needlework.ts'
import type { Sitter } from './sitter.ts'

const wideAt = [
  [-2.4, 0.84],
  [-1.4, 0.92],
  [-1.12, 0.95],
  [-0.96, 0.92],
  [-0.84, 0.84],
  [-0.75, 0.7],
  [-0.68, 0.5],
  [-0.62, 0.32],
  [-0.56, 0.22],
  [-0.5, 0.19],
] as const
const deepAt = [
  [-2.4, 0.36],
  [-1.4, 0.4],
  [-1.12, 0.37],
  [-0.98, 0.32],
  [-0.88, 0.27],
  [-0.78, 0.22],
  [-0.68, 0.18],
  [-0.6, 0.16],
] as const

/** Returns a point on the trunk: `around` is the angle as in `headAt`, `y` the height, `out` the distance from the surface. */
export const trunkAt = (build: number, around: number, y: number, out = 0): Point => {
  const s = Math.sin(around)
  const c = Math.cos(around)
  const wide = (through(wideAt, y) + out) * lerp(1, build, smooth(-0.58, -0.8, y))
  const deep = (through(deepAt, y) + out) * lerp(1, Math.sqrt(build), smooth(-0.58, -0.8, y))
  return [
    Math.sign(s) * Math.abs(s) ** 0.85 * wide,
    y,
    Math.sign(c) * Math.abs(c) ** 0.8 * deep - 0.07 + 0.04 * smooth(-0.9, -1.3, y),
  ]
}

const armoured = (stage: Stage, sitter: Sitter): boolean =>
  stage.may('armour') && (stage.has('feature', 'armour') || sitter.trade === 'guard')

const trunk = (build: number, out: number, folds: (x: number, y: number) => number, top = -0.56): Mesh =>
  grid(
    90,
    54,
    (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const y = lerp(top, -2.4, t ** 1.3)
      return trunkAt(build, a, y, out + folds(a, y) * smooth(-0.7, -1, y))
    },
    (_s, _t, [x, y, z]) => (z > -0.12 ? [x, y] : [9, 9]),
  )

const neck = (sitter: Sitter): Mesh => {
  const r = (sitter.female ? 0.155 : 0.2) * (0.5 + 0.5 * sitter.build) * (sitter.young ? 0.85 : 1)
  return loft(
    [
      [0, -0.2, -0.04, r * 0.95, r],
      [0, -0.42, -0.05, r * 0.95, r * 1.02],
      [0, -0.58, -0.07, r, r * 1.02],
      [0, -0.68, -0.09, r * 1.25, r * 1.1],
      [0, -0.8, -0.1, r * 1.8, r * 1.15],
    ],
    { sides: 40, steps: 26, closed: false },
  )
}

/** A ring round the neck, for collars, gorgets and cowls. */
const ring = (rx: number, rz: number, y: number, thick: number, tall: number, dip = 0.12, ripple = 0): Mesh =>
  grid(72, 14, (s, t) => {
    const a = (s - 0.5) * 2 * Math.PI
    const b = t * 2 * Math.PI
    const out = thick * Math.sin(b)
    const wave = ripple * Math.sin(a * 18)
    return [
      Math.sin(a) * (rx + out + wave),
      y + tall * Math.cos(b) - dip * (0.5 + 0.5 * Math.cos(a)) + 0.3 * wave,
      Math.cos(a) * (rz + out + wave) - 0.08,
    ]
  })

const tufts = (stage: Stage, model: Sculpture, colour: Rgb, build: number): void => {
  const next = stage.chance('fur')
  for (let i = 0; i < 420; i++) {
    const a = (next() * 2 - 1) * Math.PI
    const y = lerp(-0.68, -1.02 - 0.1 * Math.cos(a), next())
    const [x, py, z] = trunkAt(build, a, y, 0.05)
    const l = next.between(0.09, 0.17)
    const n = Math.hypot(x, z) || 1
    model.add({
      mesh: loft(
        [
          [x, py, z, 0.026, 0.02],
          [x + (x / n) * l * 0.6, py - l * 0.35, z + (z / n) * l * 0.6, 0.02, 0.015],
          [x + (x / n) * l * 0.75, py - l * 1.05, z + (z / n) * l * 0.75, 0.003],
        ],
        { sides: 4, steps: 4, closed: false },
      ),
      colour: (_u, v) => mix(mix(colour, [14, 8, 6], 0.5 - 0.4 * v), [255, 240, 220], 0.15 * next()),
      surface: { gloss: 0.1, soft: 0.3 },
      word: 'fur',
    })
  }
}

const stuff: Surface = { gloss: 0.05, rough: 0.1, soft: 0.15 }

const addArmour = (model: Sculpture, { build, metal, trim }: Sitter) => {
  model.add({
    mesh: trunk(build, 0.02, () => 0, -0.66),
    colour: mix(metal, [30, 30, 40], 0.2),
    surface: { metal: 0.9, gloss: 0.5 },
    word: 'armour',
  })
  model.add({
    mesh: ring(0.28, 0.26, -0.57, 0.05, 0.1, 0.06),
    colour: metal,
    surface: { metal: 1, gloss: 0.6 },
    word: 'armour',
  })
  model.add({
    mesh: ring(0.44, 0.33, -0.69, 0.045, 0.055, 0.1),
    colour: mix(metal, trim, 0.4),
    surface: { metal: 1, gloss: 0.6 },
    word: 'armour',
  })
  for (const [i, y] of [-0.82, -0.98, -1.13].entries())
    model.add({
      mesh: ball([0.72 * build + 0.045 * i, y, -0.06], [0.26 - 0.015 * i, 0.19, 0.33], { cols: 32, rows: 20 }),
      colour: i ? metal : mix(metal, trim, 0.15),
      surface: { metal: 1, gloss: 0.6 },
      word: 'armour',
      both: true,
    })
  model.add({
    mesh: loft(
      [
        [0, -0.9, 0.3, 0.012],
        [0, -1.3, 0.39, 0.02],
        [0, -1.9, 0.36, 0.012],
      ],
      { sides: 8 },
    ),
    colour: trim,
    surface: { metal: 1, gloss: 0.6 },
    word: 'armour',
  })
}

type Folds = (a: number, y: number) => number

/** Adds clothes and the accessories of the trade: a ruff and a chain, a hood, or a collar. */
const addClothes = (stage: Stage, model: Sculpture, sitter: Sitter, folds: Folds) => {
  const { cloth, trim, build, trade } = sitter
  const { has, may } = stage
  const dark = mix(cloth, [8, 5, 8], 0.4)
  const texture = { canvas: needlework(sitter), from: clothFrom, to: clothTo }
  const own: Rgb = trade === 'rogue' || trade === 'barbarian' ? mix(cloth, hex('#3a2a1e'), 0.5) : cloth
  const bare = trade === 'barbarian' && may('fur')
  model.add({ mesh: trunk(build, 0.012, folds), colour: own, surface: stuff, texture, word: 'cloth' })
  if (bare || has('feature', 'fur')) tufts(stage, model, hex(bare ? '#5a4634' : '#8a7a66'), build)
  if (trade === 'noble' || trade === 'ruler') {
    model.add({
      mesh: ring(0.27, 0.25, -0.55, 0.06, 0.065, 0.05, 0.018),
      colour: hex('#efe8da'),
      surface: { soft: 0.4 },
      word: 'collar',
    })
    if (trade === 'ruler') tufts(stage, model, hex('#e8e0d0'), build)
    for (let i = 0; i < 24; i++) {
      const a = (i / 23 - 0.5) * 2.3
      const [x, y, z] = trunkAt(build, a * 0.62, -0.8 - 0.36 * Math.cos(a * 1.3), 0.055)
      model.add({
        mesh: ball([x, y, z], [0.032, 0.032, 0.02], { cols: 8, rows: 6 }),
        colour: trim,
        surface: { metal: 1, gloss: 0.7 },
        word: 'necklace',
      })
    }
    model.add({
      mesh: ball([0, -1.24, 0.36], [0.075, 0.085, 0.03]),
      colour: mix(cloth, hex('#c01838'), 0.6),
      surface: { gloss: 1, metal: 0.3 },
      word: 'necklace',
    })
  } else if (trade === 'monk') {
    model.add({
      mesh: ring(0.37, 0.32, -0.62, 0.13, 0.1, 0.16),
      colour: mix(own, [10, 8, 8], 0.12),
      surface: stuff,
      word: 'hood',
    })
    model.add({ mesh: ring(0.52, 0.37, -0.74, 0.1, 0.06, 0.16), colour: own, surface: stuff, word: 'hood' })
  } else if (trade === 'wizard' || trade === 'witch')
    model.add({ mesh: ring(0.34, 0.29, -0.54, 0.035, 0.15, 0.2), colour: dark, surface: stuff, word: 'collar' })
  else if (trade === 'sailor' || trade === 'bard' || has('feature', 'collar'))
    model.add({
      mesh: ring(0.27, 0.25, -0.57, 0.05, 0.06, 0.08),
      colour: mix(hex('#a8322c'), cloth, 0.2),
      surface: stuff,
      word: 'collar',
    })
}

const addCloak = (model: Sculpture, { cloth, trim, build }: Sitter, folds: Folds) => {
  model.add({
    mesh: grid(80, 40, (s, t) => {
      const a = lerp(0.55, 2 * Math.PI - 0.55, s)
      const y = lerp(-0.68, -2.4, t ** 1.2)
      const [x, , z] = trunkAt(build, a, y, 0.09 + folds(a * 2, y) * 1.6)
      return [x, y, z]
    }),
    colour: mix(cloth, [8, 6, 8], 0.08),
    surface: stuff,
    word: 'cloak',
  })
  model.add({
    mesh: ball([0, -0.98, 0.34], [0.06, 0.06, 0.03]),
    colour: trim,
    surface: { metal: 1, gloss: 0.7 },
    word: 'brooch',
  })
}

/** Adds neck and shoulders, in armour or clothes. */
export const bust = (stage: Stage, model: Sculpture, sitter: Sitter, skin: Surface): void => {
  const { has, may } = stage
  const shape = stage.noise('folds')
  const folds: Folds = (a, y) => 0.05 * fbm(shape, a * 2.2, y * 1.6, 3) + 0.026 * shape(a * 6 + y * 2, y * 1.2)
  model.add({ mesh: neck(sitter), colour: mix(sitter.skin, hex('#8a4a38'), 0.1), surface: skin, word: 'skin' })
  if (armoured(stage, sitter)) addArmour(model, sitter)
  else addClothes(stage, model, sitter, folds)
  if (may('cloak') && (has('feature', 'hood') || sitter.trade === 'rogue')) addCloak(model, sitter, folds)
}
