import { hex, mix, type Rgb } from '../colour.ts'
import { fbm, lerp, smooth } from '../noise.ts'
import { ball, grid, loft, type Point } from '../sculpt/mesh.ts'
import type { Sculpture, Surface } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import { headAt } from './head.ts'
import type { Sitter } from './sitter.ts'

const metalwork: Surface = { metal: 1, gloss: 0.65 }
const cloth: Surface = { gloss: 0.05, rough: 0.1, soft: 0.15 }

/** Over the head with an opening for the face: `open` is half its angle, `out` how far it stands off, `tip` how far it is pulled back. */
const shell = (
  sitter: Sitter,
  open: number,
  out: number,
  foot: number,
  tip: number,
  folds: (a: number, y: number) => number,
) =>
  grid(84, 64, (s, t) => {
    const y = lerp(0.5, foot, t ** 0.85)
    const gape = open * smooth(0.4, 0.2, y) * (1 - 0.35 * smooth(-0.4, -0.75, y))
    const around = lerp(gape, 2 * Math.PI - gape, s)
    const a = around > Math.PI ? around - 2 * Math.PI : around
    const [x, up, z] = headAt(sitter.f, a, Math.max(y, -0.2), out, false)
    const fall = Math.max(0, -0.2 - y)
    const wide = 1 + 0.42 * smooth(0, 0.5, fall)
    const f = folds(a, y)
    const lip = smooth(0.16, 0, Math.min(s, 1 - s)) * 0.05 + 0.08 * smooth(0.1, 0.42, y) * Math.max(0, Math.cos(a))
    const back = Math.max(0, -Math.cos(a))
    return [
      (x + Math.sin(a) * f) * wide,
      (y < -0.2 ? y : up) + tip * 0.3 * back * smooth(0.1, 0.45, y),
      z * (fall ? 1 - 0.2 * smooth(0, 0.7, fall) : 1) + Math.cos(a) * f + lip - tip * back * smooth(0, 0.45, y) - 0.02,
    ]
  })

const crown = (model: Sculpture, sitter: Sitter): void => {
  const at = (a: number, y: number, out: number): Point => headAt(sitter.f, a, y, out, false)
  model.add({
    mesh: grid(160, 10, (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const tooth = Math.max(0, Math.cos(a * 8)) ** 1.4
      const [x, , z] = at(a, 0.3, 0.05 + 0.03 * (1 - t))
      return [x, lerp(0.44 + 0.17 * tooth, 0.27, t), z]
    }),
    colour: sitter.trim,
    surface: metalwork,
    word: 'crown',
  })
  model.add({
    mesh: grid(120, 8, (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const b = t * 2 * Math.PI
      const [x, , z] = at(a, 0.29, 0.058 + 0.022 * Math.sin(b))
      return [x, 0.295 + 0.034 * Math.cos(b), z]
    }),
    colour: mix(sitter.trim, [90, 40, 0], 0.25),
    surface: metalwork,
    word: 'crown',
  })
  for (let i = -4; i <= 4; i++) {
    const [x, , z] = at(i * 0.39, 0.3, 0.085)
    const stone: Rgb = i % 2 ? hex('#2a6ac0') : hex('#c01a34')
    model.add({
      mesh: ball([x, 0.37, z], [0.034, 0.04, 0.03], { cols: 10, rows: 8 }),
      colour: stone,
      surface: { gloss: 1, metal: 0.2 },
      word: 'crown',
    })
  }
}

const helm = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const { metal, trim, f } = sitter
  const cover = (from: number, to: number, top: number, low: number, out: number) =>
    grid(60, 30, (s, t) => headAt(f, lerp(from, to, s), lerp(top, low, t), out, false))
  model.add({ mesh: cover(-Math.PI, Math.PI, 0.4995, 0.16, 0.055), colour: metal, surface: metalwork, word: 'helm' })
  model.add({
    mesh: cover(0.95, 2 * Math.PI - 0.95, 0.18, -0.42, 0.06),
    colour: mix(metal, [20, 20, 30], 0.12),
    surface: metalwork,
    word: 'helm',
  })
  model.add({
    mesh: grid(100, 8, (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const b = t * 2 * Math.PI
      const [x, , z] = headAt(f, a, 0.17, 0.068 + 0.016 * Math.sin(b), false)
      return [x, 0.175 + 0.034 * Math.cos(b) + 0.04 * Math.cos(a), z]
    }),
    colour: mix(metal, trim, 0.5),
    surface: metalwork,
    word: 'helm',
  })
  model.add({
    mesh: loft(
      [
        [0, 0.22, 0.44, 0.05, 0.02],
        [0, 0.05, 0.47, 0.036, 0.018],
        [0, -0.12, 0.51, 0.05, 0.018],
      ],
      { sides: 8 },
    ),
    colour: mix(metal, trim, 0.35),
    surface: metalwork,
    word: 'helm',
  })
  if (stage.chance('plume').chance(0.5) || stage.has('feature', 'feather')) {
    const next = stage.chance('plume2')
    for (let i = 0; i < 110; i++) {
      const t = next()
      const a = Math.PI * lerp(0.1, 0.95, t)
      const y = 0.12 + Math.sin(a) * 0.46
      const z = Math.cos(a) * 0.46
      const l = next.between(0.16, 0.26)
      model.add({
        mesh: loft(
          [
            [next.bell() * 0.012, y, z, 0.016],
            [next.bell() * 0.03, y + Math.sin(a) * l * 0.7, z + Math.cos(a) * l * 0.6 - 0.04, 0.02],
            [next.bell() * 0.05, y + Math.sin(a) * l, z + Math.cos(a) * l - 0.14, 0.004],
          ],
          { sides: 4, steps: 5 },
        ),
        colour: mix(hex('#a3241e'), sitter.cloth, 0.2 + 0.3 * next()),
        surface: { gloss: 0.2, soft: 0.3 },
        word: 'feather',
      })
    }
  }
}

const brim = (model: Sculpture, wide: number, y: number, lift: (a: number) => number, colour: Rgb): void =>
  model.add({
    mesh: grid(100, 12, (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const r = lerp(0.3, wide, Math.min(1, t * 1.02))
      return [Math.sin(a) * r * 1.02, y + lift(a) * smooth(0.05, 1, t), Math.cos(a) * r * 1.12 - 0.02]
    }),
    colour,
    surface: cloth,
    word: 'hat',
  })

const pointed = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const next = stage.chance('hat')
  const lean = next.pick([-1, 1]) * next.between(0.1, 0.34)
  const own = mix(sitter.cloth, [10, 6, 12], 0.25)
  model.add({
    mesh: loft(
      [
        [0, 0.18, 0, 0.345, 0.42],
        [0, 0.36, -0.01, 0.325, 0.38],
        [lean * 0.1, 0.62, -0.06, 0.23, 0.26],
        [lean * 0.4, 0.88, -0.14, 0.15, 0.16],
        [lean, 1.08, -0.22, 0.08, 0.08],
        [lean * 1.7, 1.16, -0.26, 0.015, 0.015],
      ],
      { sides: 40, steps: 40, closed: false },
    ),
    colour: own,
    surface: { ...cloth, rough: 0.25 },
    word: 'hat',
  })
  brim(model, next.between(0.66, 0.8), 0.22, (a) => 0.05 * Math.sin(a * 2 + 1) - 0.07, own)
  model.add({
    mesh: loft(
      [
        [0, 0.21, 0, 0.352, 0.43],
        [0, 0.25, 0, 0.352, 0.425],
        [0, 0.31, -0.005, 0.342, 0.41],
      ],
      { sides: 40, steps: 6, closed: false },
    ),
    colour: mix(sitter.trim, [60, 30, 10], 0.2),
    surface: { gloss: 0.3, metal: 0.4 },
    word: 'hat',
  })
}

const tricorn = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const felt = mix(sitter.cloth, hex('#17120f'), 0.66)
  model.add({
    mesh: ball([0, 0.24, -0.01], [0.345, 0.3, 0.42], { cols: 40, rows: 20 }),
    colour: felt,
    surface: cloth,
    word: 'hat',
  })
  const lift = (a: number) => 0.1 + 0.16 * (0.5 - 0.5 * Math.cos(3 * a))
  brim(model, 0.6, 0.2, lift, felt)
  model.add({
    mesh: grid(140, 6, (s, t) => {
      const a = (s - 0.5) * 2 * Math.PI
      const b = t * 2 * Math.PI
      const r = 0.6 + 0.014 * Math.sin(b)
      return [Math.sin(a) * r * 1.02, 0.2 + lift(a) + 0.016 * Math.cos(b), Math.cos(a) * r * 1.12 - 0.02]
    }),
    colour: sitter.trim,
    surface: metalwork,
    word: 'hat',
  })
  if (stage.may('feather')) plume(stage, model, [0.3, 0.34, 0.1])
}

const plume = (stage: Stage, model: Sculpture, [x, y, z]: Point): void => {
  const next = stage.chance('feather')
  const colour = mix(stage.palette.accent, hex('#f0e8d8'), 0.55)
  for (let i = 0; i < 46; i++) {
    const t = i / 45
    const px = x + 0.18 * t + 0.1 * t * t
    const py = y + 0.3 * Math.sin(t * 2.2)
    const pz = z - 0.5 * t
    const l = 0.12 * Math.sin(Math.PI * (0.12 + 0.8 * t))
    model.add({
      mesh: loft(
        [
          [px, py, pz, 0.014, 0.004],
          [px + l, py + l * 0.5 + next.between(-0.02, 0.02), pz - l * 0.7, 0.014, 0.003],
          [px + l * 1.1, py + l * 0.2, pz - l * 1.5, 0.002],
        ],
        { sides: 4, steps: 5 },
      ),
      colour,
      surface: { soft: 0.4 },
      word: 'feather',
    })
  }
}

export const headwear = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const shape = stage.noise('hood')
  const folds = (a: number, y: number) =>
    0.02 * fbm(shape, a * 2.6 + 9, y * 3, 2) + 0.045 * smooth(0, -0.6, y) * shape(a * 3.4, y * 1.3)
  const own = mix(sitter.cloth, [8, 6, 8], 0.08)
  if (sitter.hat === 'hood') {
    model.add({ mesh: shell(sitter, 0.9, 0.11, -0.86, 0.16, folds), colour: own, surface: cloth, word: 'hood' })
    model.add({
      mesh: shell(sitter, 1, 0.085, -0.84, 0.12, folds),
      colour: mix(own, [6, 4, 8], 0.55),
      surface: cloth,
      word: 'hood',
    })
  }
  if (sitter.hat === 'wimple') {
    model.add({
      mesh: shell(sitter, 0.8, 0.03, -0.8, 0, folds),
      colour: mix(hex('#efe8dc'), sitter.cloth, 0.06),
      surface: { ...cloth, soft: 0.4 },
      word: 'veil',
    })
    model.add({
      mesh: shell(sitter, 1.1, 0.07, -0.95, 0.08, folds),
      colour: mix(sitter.cloth, [20, 16, 20], 0.3),
      surface: cloth,
      word: 'veil',
    })
  }
  if (sitter.hat === 'crown') crown(model, sitter)
  if (sitter.hat === 'helm') helm(stage, model, sitter)
  if (sitter.hat === 'hat') pointed(stage, model, sitter)
  if (sitter.hat === 'tricorn') tricorn(stage, model, sitter)
  if (sitter.hat === 'cap') {
    model.add({
      mesh: ball([0.05, 0.33, -0.02], [0.43, 0.17, 0.46], {
        cols: 40,
        rows: 16,
        swell: (x, _y, z) => 0.06 * shape(x * 3, z * 3),
      }),
      colour: own,
      surface: cloth,
      word: 'hat',
    })
    plume(stage, model, [0.34, 0.36, 0.12])
  } else if (stage.has('feature', 'feather') && sitter.hat === 'hat') plume(stage, model, [0.34, 0.3, 0.1])
}

/** Horns, tusks and what hangs from an ear. */
export const extras = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const { has, may } = stage
  const wears = (idea: string) => has('feature', idea) && may(idea)
  const next = stage.chance('extras')
  if (wears('horn') || (has('kin', 'tiefling') && may('horn'))) {
    const kind = next.int(0, 2)
    const ribs = [
      [
        [0.17, 0.3, 0.26, 0.085],
        [0.25, 0.43, 0.2, 0.078],
        [0.36, 0.52, 0.02, 0.066],
        [0.45, 0.46, -0.2, 0.052],
        [0.47, 0.3, -0.28, 0.036],
        [0.42, 0.18, -0.2, 0.008],
      ],
      [
        [0.17, 0.3, 0.26, 0.08],
        [0.24, 0.46, 0.24, 0.07],
        [0.3, 0.64, 0.14, 0.055],
        [0.28, 0.82, 0.08, 0.036],
        [0.2, 0.96, 0.08, 0.006],
      ],
      [
        [0.18, 0.28, 0.24, 0.085],
        [0.32, 0.38, 0.16, 0.078],
        [0.46, 0.26, 0.02, 0.066],
        [0.48, 0.06, 0.06, 0.05],
        [0.44, -0.04, 0.2, 0.034],
        [0.42, 0.04, 0.32, 0.008],
      ],
    ][kind] as [number, number, number, number][]
    model.add({
      mesh: loft(ribs, { sides: 14, steps: 40 }),
      colour: (_u, v) => mix(hex('#3a2a26'), hex('#9a8468'), 0.25 + 0.3 * Math.sin(v * 70) * (1 - v) + 0.3 * v),
      surface: { gloss: 0.4, rough: 0.2 },
      word: 'horn',
      both: true,
    })
  }
  if (wears('tusk') || has('kin', 'orc'))
    model.add({
      mesh: loft(
        [
          [0.075, -0.3, 0.4, 0.022],
          [0.088, -0.25, 0.44, 0.02],
          [0.094, -0.19, 0.445, 0.004],
        ],
        { sides: 8 },
      ),
      colour: hex('#efe4c8'),
      surface: { gloss: 0.5 },
      word: 'tusk',
      both: true,
    })
  if (wears('earring'))
    model.add({
      mesh: ball([0.36, -0.17, -0.04], [0.03, 0.036, 0.03], { cols: 10, rows: 8 }),
      colour: sitter.trim,
      surface: metalwork,
      word: 'earring',
      both: true,
    })
}
