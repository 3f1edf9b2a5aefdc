import { hex, mix, type Rgb } from '../colour.ts'
import { fbm, lerp, smooth } from '../noise.ts'
import { ball, curve, loft, type Point, type Rib } from '../sculpt/mesh.ts'
import { moved, type Sculpture, type Surface, sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import type { Sculptor } from './creature.ts'

/** Measures of a head that looks along z: its skull is about one unit wide. */
interface Build {
  /** From the back of the skull to the nose: z, y, half width, half height. */
  head: readonly (readonly [number, number, number, number])[]
  jaw: number
  eye: readonly [number, number, number, number]
  ears: { at: Point; to: Point; wide: number; round?: true }
  nose: number
  /** Of the neck at the shoulders, and how far it falls back. */
  neck: number
  fur: number
  mane?: number
  pale?: true
  /** How far the head hangs. */
  nod: number
  whiskers?: true
  slit?: true
}

const builds = {
  wolf: {
    head: [
      [-0.55, 0.05, 0.32, 0.34],
      [-0.22, 0.12, 0.44, 0.38],
      [0.1, 0.07, 0.4, 0.32],
      [0.36, -0.06, 0.27, 0.22],
      [0.66, -0.1, 0.2, 0.17],
      [0.92, -0.12, 0.17, 0.14],
      [1.0, -0.13, 0.08, 0.08],
    ],
    jaw: 0.12,
    eye: [0.21, 0.13, 0.34, 0.05],
    ears: { at: [0.25, 0.36, -0.14], to: [0.36, 0.8, -0.16], wide: 0.14 },
    nose: 0.1,
    neck: 0.72,
    fur: 0.26,
    pale: true,
    nod: 0.05,
  },
  bear: {
    head: [
      [-0.6, 0.05, 0.4, 0.4],
      [-0.2, 0.14, 0.52, 0.46],
      [0.12, 0.06, 0.44, 0.38],
      [0.34, -0.1, 0.26, 0.23],
      [0.56, -0.14, 0.22, 0.19],
      [0.72, -0.14, 0.17, 0.14],
      [0.78, -0.14, 0.08, 0.08],
    ],
    jaw: 0.14,
    eye: [0.21, 0.12, 0.36, 0.046],
    ears: { at: [0.36, 0.46, -0.22], to: [0.46, 0.66, -0.24], wide: 0.17, round: true },
    nose: 0.11,
    neck: 1,
    fur: 0.22,
    nod: 0.05,
  },
  cat: {
    head: [
      [-0.5, 0.04, 0.34, 0.34],
      [-0.15, 0.1, 0.47, 0.43],
      [0.15, 0.05, 0.41, 0.35],
      [0.36, -0.06, 0.24, 0.2],
      [0.5, -0.1, 0.19, 0.16],
      [0.58, -0.12, 0.09, 0.09],
    ],
    jaw: 0.13,
    eye: [0.19, 0.11, 0.35, 0.075],
    ears: { at: [0.3, 0.38, -0.1], to: [0.44, 0.72, -0.12], wide: 0.18 },
    nose: 0.075,
    neck: 0.62,
    fur: 0.15,
    pale: true,
    nod: 0,
    whiskers: true,
    slit: true,
  },
  rat: {
    head: [
      [-0.5, 0, 0.3, 0.3],
      [-0.15, 0.06, 0.38, 0.34],
      [0.2, 0, 0.28, 0.24],
      [0.5, -0.1, 0.17, 0.14],
      [0.78, -0.15, 0.1, 0.09],
      [0.86, -0.15, 0.05, 0.05],
    ],
    jaw: 0.08,
    eye: [0.22, 0.1, 0.22, 0.07],
    ears: { at: [0.28, 0.34, -0.14], to: [0.5, 0.62, -0.2], wide: 0.2, round: true },
    nose: 0.06,
    neck: 0.6,
    fur: 0.13,
    nod: 0,
    whiskers: true,
  },
  boar: {
    head: [
      [-0.6, 0.1, 0.36, 0.4],
      [-0.2, 0.12, 0.44, 0.42],
      [0.15, 0.02, 0.34, 0.32],
      [0.5, -0.12, 0.22, 0.22],
      [0.84, -0.2, 0.17, 0.16],
      [0.94, -0.2, 0.15, 0.14],
    ],
    jaw: 0.13,
    eye: [0.25, 0.14, 0.22, 0.042],
    ears: { at: [0.32, 0.42, -0.2], to: [0.56, 0.7, -0.1], wide: 0.16 },
    nose: 0.13,
    neck: 0.95,
    fur: 0.22,
    mane: 0.2,
    nod: 0.1,
  },
  goat: {
    head: [
      [-0.4, 0.06, 0.22, 0.26],
      [-0.12, 0.1, 0.27, 0.3],
      [0.2, 0.02, 0.22, 0.25],
      [0.55, -0.06, 0.15, 0.18],
      [0.84, -0.12, 0.12, 0.13],
      [0.92, -0.14, 0.07, 0.08],
    ],
    jaw: 0.12,
    eye: [0.2, 0.14, 0.12, 0.06],
    ears: { at: [0.24, 0.22, -0.2], to: [0.66, 0.1, -0.16], wide: 0.11 },
    nose: 0.06,
    neck: 0.5,
    fur: 0.14,
    nod: 0.55,
    slit: true,
  },
  stag: {
    head: [
      [-0.4, 0.06, 0.2, 0.24],
      [-0.12, 0.1, 0.25, 0.28],
      [0.2, 0.02, 0.2, 0.22],
      [0.55, -0.06, 0.14, 0.15],
      [0.86, -0.1, 0.115, 0.12],
      [0.94, -0.11, 0.06, 0.07],
    ],
    jaw: 0.1,
    eye: [0.2, 0.13, 0.14, 0.06],
    ears: { at: [0.22, 0.24, -0.22], to: [0.66, 0.42, -0.24], wide: 0.12 },
    nose: 0.085,
    neck: 0.55,
    fur: 0.14,
    pale: true,
    nod: 0.5,
  },
  horse: {
    head: [
      [-0.45, 0.08, 0.2, 0.3],
      [-0.15, 0.1, 0.25, 0.34],
      [0.2, 0.03, 0.22, 0.29],
      [0.65, -0.05, 0.15, 0.2],
      [1.02, -0.08, 0.15, 0.17],
      [1.2, -0.1, 0.13, 0.14],
      [1.27, -0.11, 0.07, 0.07],
    ],
    jaw: 0.15,
    eye: [0.215, 0.14, 0.1, 0.068],
    ears: { at: [0.13, 0.36, -0.3], to: [0.17, 0.72, -0.3], wide: 0.09 },
    nose: 0,
    neck: 0.6,
    fur: 0,
    mane: 0.75,
    nod: 0.62,
  },
} satisfies Record<string, Build>

const pelt: Surface = { gloss: 0.14, soft: 0.3, rough: 0.4 }

const turnedBy = (nod: number) => {
  const [c, s] = [Math.cos(nod), Math.sin(nod)]
  return ([x, y, z]: Point): Point => [x, y * c - z * s, z * c + y * s]
}

/** Tufts that lie back over the neck and cheeks. */
const fur = (stage: Stage, model: Sculpture, neck: readonly Rib[], b: Build, coat: Rgb): void => {
  const next = stage.chance('fur')
  const at = (t: number, c: 0 | 1 | 2 | 3) =>
    curve(
      neck.map((rib) => rib[c]),
      t,
    )
  for (let i = 0; i < 620; i++) {
    const t = next() * 0.62
    const a = next.between(-1.9, 1.9)
    const r = at(t, 3) * 0.96
    const p: Point = [
      at(t, 0) + Math.sin(a) * r,
      at(t, 1) + Math.cos(a) * r * 0.25 - 0.1,
      at(t, 2) + Math.cos(a) * r * 0.85,
    ]
    const l = b.fur * next.between(0.7, 1.5) * (0.6 + 0.8 * t)
    const out: Point = [Math.sin(a), -0.55, Math.cos(a) * 0.8]
    const pale = b.pale && Math.abs(a) < 0.6 ? 0.5 : 0
    const own = mix(mix(coat, hex('#f0e6d6'), pale), next.chance(0.5) ? [255, 244, 226] : [10, 6, 10], next() * 0.22)
    model.add({
      mesh: loft(
        [
          [...p, 0.045, 0.02],
          [p[0] + out[0] * l * 0.5, p[1] - l * 0.4, p[2] + out[2] * l * 0.5, 0.04, 0.018],
          [p[0] + out[0] * l * 0.7, p[1] - l * 1.15, p[2] + out[2] * l * 0.6, 0.003],
        ] as Rib[],
        { sides: 4, steps: 5, closed: false },
      ),
      colour: (_u, v) => mix(own, [10, 6, 10], 0.4 * (1 - v)),
      surface: pelt,
      word: 'fur',
    })
  }
}

/** Short hair over the skull, a ruff behind the cheeks; a lion's stands about its whole face. */
const ruff = (stage: Stage, model: Sculpture, b: Build, coat: Rgb, lion: boolean, place: (p: Point) => Point): void => {
  const next = stage.chance('ruff')
  const [back, crown] = [b.head[0], b.head[1]] as const
  if (!back || !crown) return
  for (let i = 0; i < (lion ? 520 : 420); i++) {
    const a = next() * 2 * Math.PI
    const behind = lion || next.chance(0.5)
    const z = behind ? lerp(back[0], crown[0] + 0.08, next()) : lerp(crown[0], crown[0] + 0.34, next())
    const k = smooth(back[0] - 0.3, crown[0], z)
    const [rx, ry] = [lerp(back[2], crown[2], k) * 0.97, lerp(back[3], crown[3], k) * 0.97]
    const p: Point = [Math.sin(a) * rx, crown[1] + Math.cos(a) * ry, z]
    if (!behind && (Math.abs(p[0]) < 0.3 ? p[1] < 0.25 : p[1] > 0.02)) continue
    const l = (behind ? (lion ? 0.62 : 0.24) : 0.1) * next.between(0.6, 1.2)
    const lean = lion ? 0.3 : 0.75
    const tip: Point = [
      p[0] + Math.sin(a) * l * (1 - lean * 0.4),
      p[1] + Math.cos(a) * l * 0.5 - (behind ? l * 0.45 : 0),
      z - l * lean,
    ]
    const own = mix(coat, next.chance(0.5) ? [255, 240, 216] : [12, 8, 10], next() * 0.26)
    const ribs: Rib[] = [
      [...p, 0.034, 0.016],
      [
        lerp(p[0], tip[0], 0.5) + Math.sin(a) * l * 0.12,
        lerp(p[1], tip[1], 0.5) + 0.03,
        lerp(z, tip[2], 0.5),
        0.036,
        0.016,
      ],
      [...tip, 0.003],
    ]
    model.add({
      mesh: moved(loft(ribs, { sides: 4, steps: 5, closed: false }), place, place),
      colour: (_u, v) => mix(own, [10, 6, 10], 0.35 * (1 - v)),
      surface: pelt,
      word: 'fur',
    })
  }
}

const maneOf = (stage: Stage, model: Sculpture, b: Build, colour: Rgb, place: (p: Point) => Point): void => {
  const next = stage.chance('mane')
  const long = b.mane ?? 0
  for (let i = 0; i < 150; i++) {
    const t = next()
    const side = next.chance(0.78) ? 1 : -1
    const root = place([0.03 * side, lerp(0.42, 0.2, t), lerp(-0.12, -0.42, Math.min(1, t * 2))])
    const y = root[1] - Math.max(0, t - 0.3) * 1.5
    const z = root[2] - Math.max(0, t - 0.3) * 0.9
    const l = long * next.between(0.6, 1.1)
    const phase = next() * 6
    const own = mix(colour, next.chance(0.5) ? [255, 246, 230] : [10, 8, 12], next() * 0.25)
    model.add({
      mesh: loft(
        Array.from({ length: 6 }, (_, k): Rib => {
          const s = k / 5
          return [
            side * (0.04 + 0.34 * Math.sin(s * 1.7)) + 0.03 * Math.sin(phase + s * 6),
            y + 0.1 * Math.sin(s * 3) - l * s ** 1.3,
            z + 0.05 * Math.sin(phase + s * 5) + (t < 0.2 ? 0.3 * s : 0),
            0.05 * (1 - 0.9 * s),
            0.025 * (1 - 0.9 * s),
          ]
        }),
        { sides: 5, steps: 12, closed: false },
      ),
      colour: own,
      surface: { gloss: 0.35, soft: 0.4, rough: 0.2 },
      word: 'mane',
    })
  }
}

const antlers = (model: Sculpture, place: (p: Point) => Point): void => {
  const beam = (ribs: Rib[]) =>
    model.add({
      mesh: moved(loft(ribs, { sides: 10, steps: 30 }), place),
      colour: (_u, v) => mix(hex('#4a3422'), hex('#d8c49a'), 0.2 + 0.6 * v),
      surface: { gloss: 0.3, rough: 0.3 },
      word: 'antler',
      both: true,
    })
  beam([
    [0.12, 0.36, -0.2, 0.062],
    [0.3, 0.66, -0.34, 0.055],
    [0.62, 0.95, -0.36, 0.048],
    [0.74, 1.36, -0.18, 0.036],
    [0.6, 1.66, -0.02, 0.01],
  ])
  beam([
    [0.2, 0.5, -0.27, 0.045],
    [0.28, 0.6, 0.02, 0.035],
    [0.3, 0.84, 0.2, 0.008],
  ])
  beam([
    [0.5, 0.86, -0.36, 0.042],
    [0.6, 0.98, -0.05, 0.03],
    [0.58, 1.2, 0.08, 0.007],
  ])
  beam([
    [0.72, 1.2, -0.26, 0.036],
    [0.98, 1.36, -0.22, 0.026],
    [1.1, 1.6, -0.14, 0.006],
  ])
}

const beast =
  (kind: keyof typeof builds, extra?: 'horn' | 'antlers' | 'ram' | 'tusks' | 'lion'): Sculptor =>
  (stage, model, { coat, iris }) => {
    const b: Build = builds[kind]
    const next = stage.chance('beast')
    const patch = stage.noise('patch')
    const own = sculpture()
    const hide = (_u: number, v: number, [x, y, z]: Point): Rgb => {
      const under = b.pale ? 0.55 * smooth(0.02, -0.25, y) * smooth(-0.2, 0.4, z) : 0
      const top = 0.35 * smooth(0.1, 0.45, y)
      return mix(
        mix(mix(coat, [14, 10, 14], top), hex('#f2e8d8'), under),
        [16, 10, 12],
        0.16 * Math.abs(fbm(patch, x * 9, z * 3 + v * 4, 2)) +
          (extra === 'horn' ? 0 : 0.4 * smooth(0.8, 1, v) * (kind === 'horse' ? 1 : 0)),
      )
    }
    const ribs = b.head.map(([z, y, wide, deep]): Rib => [0, y, z, wide, deep])
    own.add({ mesh: loft(ribs, { sides: 44, steps: 60, up: [0, 1, 0] }), colour: hide, surface: pelt, word: kind })
    const gape = next.chance(0.35) && ['wolf', 'bear'].includes(kind) ? 0.16 : 0.02
    const jaw = b.head
      .slice(2)
      .map(
        ([z, y, wide, deep], i): Rib => [
          0,
          y - deep * 0.72 - (gape * (i + 1)) / 3,
          z - 0.07,
          wide * 0.8,
          b.jaw * (1 - i * 0.12),
        ],
      )
    own.add({
      mesh: loft(jaw, { sides: 24, steps: 30, up: [0, 1, 0] }),
      colour: b.pale ? mix(coat, hex('#f2e8d8'), 0.5) : mix(coat, [14, 8, 10], 0.15),
      surface: pelt,
      word: kind,
    })
    if (gape > 0.1) {
      const tip = b.head.at(-2) as readonly [number, number, number, number]
      own.add({
        mesh: ball([0, tip[1] - 0.14, tip[0] - 0.26], [tip[2] * 0.9, 0.11, 0.34]),
        colour: hex('#6a1a20'),
        surface: { gloss: 0.6 },
        word: 'mouth',
      })
      for (const x of [0.6, 0.25]) {
        own.add({
          mesh: loft(
            [
              [tip[2] * x, tip[1] - 0.08, tip[0] + 0.02, 0.026],
              [tip[2] * x, tip[1] - 0.2, tip[0] + 0.03, 0.003],
            ],
            { sides: 6 },
          ),
          colour: hex('#f2e8d0'),
          surface: { gloss: 0.6 },
          word: 'tooth',
          both: true,
        })
        own.add({
          mesh: loft(
            [
              [tip[2] * x * 0.9, tip[1] - 0.34, tip[0] - 0.12, 0.024],
              [tip[2] * x * 0.9, tip[1] - 0.22, tip[0] - 0.1, 0.003],
            ],
            { sides: 6 },
          ),
          colour: hex('#f2e8d0'),
          surface: { gloss: 0.6 },
          word: 'tooth',
          both: true,
        })
      }
    }
    const [ex, ey, ez, er] = b.eye
    own.add({
      mesh: ball([ex, ey, ez], [er, er, er], { cols: 20, rows: 16 }),
      colour: (_u, _v, [x, y, z]) => {
        // The pupil looks forwards and a little to its own side.
        const across = Math.hypot(Math.abs(x) - ex - er * 0.5, (z - ez - er * 0.8) * 0.6)
        return Math.hypot(b.slit ? across * 2.2 : across, y - ey) < er * 0.5 ? [6, 4, 6] : iris
      },
      surface: { gloss: 1, lamp: 0.35 },
      word: 'eye',
      both: true,
    })
    own.add({
      mesh: loft(
        [
          [ex - er * 1.1, ey + er * 0.5, ez + er * 0.6, er * 0.4],
          [ex, ey + er * 1.1, ez + er * 0.35, er * 0.55],
          [ex + er * 1.2, ey + er * 0.6, ez - er * 0.5, er * 0.35],
        ],
        { sides: 10 },
      ),
      colour: mix(coat, [10, 6, 8], 0.45),
      surface: pelt,
      word: kind,
      both: true,
    })
    if (b.nose) {
      const [z, y] = b.head.at(-1) as readonly [number, number, number, number]
      own.add({
        mesh: ball([0, y + b.nose * 0.5, z], [b.nose, b.nose * 0.72, b.nose * 0.6], { cols: 24, rows: 16 }),
        colour: hex('#1c1618'),
        surface: { gloss: 0.8 },
        word: 'nose',
      })
    } else
      own.add({
        mesh: ball([0.085, -0.06, 1.2], [0.035, 0.05, 0.05], { cols: 12, rows: 10 }),
        colour: hex('#1c1214'),
        surface: { gloss: 0.4 },
        word: 'nose',
        both: true,
      })
    const { at, to, wide, round } = b.ears
    const mid: Point = [lerp(at[0], to[0], 0.5) + 0.03, lerp(at[1], to[1], 0.5), lerp(at[2], to[2], 0.5)]
    own.add({
      mesh: loft(
        [
          [...at, wide * 0.85, 0.06],
          [...mid, wide, 0.05],
          [...to, round ? wide * 0.55 : 0.012, 0.02],
        ] as Rib[],
        { sides: 18, steps: 24 },
      ),
      colour: mix(coat, [14, 10, 12], 0.3),
      surface: pelt,
      word: 'ear',
      both: true,
    })
    own.add({
      mesh: loft(
        [
          [at[0], at[1] + 0.05, at[2] + 0.05, wide * 0.5, 0.03],
          [mid[0], mid[1], mid[2] + 0.045, wide * 0.62, 0.03],
          [to[0], to[1] - 0.07, to[2] + 0.02, 0.01, 0.01],
        ] as Rib[],
        { sides: 14, steps: 20 },
      ),
      colour: mix(coat, hex('#c08a7a'), 0.5),
      surface: pelt,
      word: 'ear',
      both: true,
    })
    if (b.whiskers)
      for (let i = 0; i < 5; i++) {
        const z = (b.head.at(-2)?.[0] ?? 0.5) - 0.02
        own.add({
          mesh: loft(
            [
              [0.1, -0.14 - i * 0.02, z, 0.005],
              [0.42, -0.06 - i * 0.07, z - 0.02, 0.004],
              [0.72, -0.1 - i * 0.1, z - 0.12, 0.001],
            ],
            { sides: 4, steps: 10 },
          ),
          colour: hex('#f2ece0'),
          surface: { lamp: 0.2 },
          word: 'whisker',
          both: true,
        })
      }
    if (extra === 'horn')
      own.add({
        mesh: loft(
          [
            [0, 0.34, 0.12, 0.065],
            [0, 0.7, 0.34, 0.045],
            [0, 1.22, 0.66, 0.004],
          ],
          { sides: 16, steps: 60 },
        ),
        colour: (u, v) => mix(hex('#f6e8c0'), hex('#b08a4a'), (u * 3 + v * 16) % 1 < 0.22 ? 0.75 : 0.1),
        surface: { gloss: 0.9, metal: 0.35, lamp: 0.15 },
        word: 'horn',
      })
    if (extra === 'ram')
      own.add({
        mesh: loft(
          [
            [0.1, 0.34, -0.02, 0.1],
            [0.24, 0.62, -0.24, 0.095],
            [0.5, 0.56, -0.56, 0.085],
            [0.66, 0.2, -0.5, 0.07],
            [0.62, 0.0, -0.18, 0.05],
            [0.7, 0.1, 0.06, 0.01],
          ],
          { sides: 14, steps: 60 },
        ),
        colour: (_u, v) => mix(hex('#4a3a2c'), hex('#b8a07a'), 0.4 + 0.35 * Math.sin(v * 90)),
        surface: { gloss: 0.3, rough: 0.3 },
        word: 'horn',
        both: true,
      })
    if (extra === 'tusks')
      own.add({
        mesh: loft(
          [
            [0.15, -0.3, 0.66, 0.05],
            [0.27, -0.26, 0.76, 0.045],
            [0.33, -0.06, 0.78, 0.006],
          ],
          { sides: 10 },
        ),
        colour: hex('#f0e4c4'),
        surface: { gloss: 0.6 },
        word: 'tusk',
        both: true,
      })
    const place = turnedBy(b.nod)
    for (const part of own.parts) model.add({ ...part, both: false, mesh: moved(part.mesh, place, place) })
    if (extra === 'antlers') antlers(model, turnedBy(b.nod * 0.4))
    const [hz, hy] = b.head[0] as readonly [number, number, number, number]
    const [, py, pz] = place([0, hy, hz + 0.12])
    const bend = next.between(-0.2, 0.2)
    const neck: Rib[] = [
      [0, py, pz + 0.1, 0.3, 0.34],
      [bend * 0.3, py - 0.35, pz - 0.12, b.neck * 0.6, b.neck * 0.66],
      [bend, py - 0.95, pz - 0.35, b.neck * 0.85, b.neck * 0.9],
      [bend, py - 1.9, pz - 0.4, b.neck * 1.25, b.neck * 1.05],
      [bend, py - 3.8, pz - 0.4, b.neck * 1.6, b.neck * 1.2],
    ]
    model.add({
      mesh: loft(neck, { sides: 40, steps: 40 }),
      colour: (_u, v, [x, , z]) =>
        mix(
          b.pale && z > pz ? mix(coat, hex('#f2e8d8'), 0.3) : coat,
          [14, 10, 12],
          0.2 * Math.abs(patch(x * 5, v * 9)),
        ),
      surface: pelt,
      word: kind,
    })
    if (b.fur && kind !== 'stag' && kind !== 'goat')
      ruff(stage, model, b, extra === 'lion' ? mix(coat, hex('#4a2a14'), 0.6) : coat, extra === 'lion', place)
    if (b.fur)
      fur(
        stage,
        model,
        neck,
        extra === 'lion' ? { ...b, fur: 0.34 } : b,
        extra === 'lion' ? mix(coat, hex('#4a2a14'), 0.55) : coat,
      )
    if (b.mane) maneOf(stage, model, b, extra === 'horn' ? hex('#efe8f4') : mix(coat, [12, 8, 8], 0.7), place)
    return kind === 'horse' || kind === 'stag' || kind === 'goat'
      ? { scale: 0.34, y: 0.38, turn: 1.15, least: 0.45 }
      : { scale: 0.43, y: 0.42, turn: 0.85, least: 0.2 }
  }

export const wolf = beast('wolf')
export const bear = beast('bear')
export const cat = beast('cat')
export const lion = beast('cat', 'lion')
export const rat = beast('rat')
export const boar = beast('boar', 'tusks')
export const goat = beast('goat', 'ram')
export const stag = beast('stag', 'antlers')
export const horse = beast('horse')
export const unicorn = beast('horse', 'horn')
