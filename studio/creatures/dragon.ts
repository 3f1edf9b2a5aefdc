import { hex, mix, type Rgb } from '../colour.ts'
import { fbm, lerp, smooth } from '../noise.ts'
import { ball, curve, grid, loft, type Point, type Rib } from '../sculpt/mesh.ts'
import { moved, type Sculpture, type Surface, sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import type { Hide, Sculptor } from './creature.ts'

const hard: Surface = { gloss: 0.5, rough: 0.12 }

/** Scales by rows, each lighter towards its edge; the belly pale and in bands. */
const scales = (stage: Stage, coat: Rgb, size: number) => {
  const blotch = stage.noise('scales')
  return (u: number, v: number, [x, y, z]: Point): Rgb => {
    const row = v * 34 * size
    const col = u * 26 + (Math.floor(row) % 2) * 0.5
    const cell = Math.hypot((col % 1) - 0.5, ((row % 1) - 0.2) * 0.7)
    const shade = 0.5 * smooth(0.25, 0.7, cell)
    const patch = fbm(blotch, x * 2.2 + z, y * 2.2, 2)
    return mix(mix(coat, patch > 0 ? [255, 210, 150] : [16, 8, 20], Math.abs(patch) * 0.5), [12, 6, 12], shade)
  }
}

/** The head about the origin, looking along z. */
const head = (stage: Stage, model: Sculpture, { coat, iris }: Hide, gape: number, place: (p: Point) => Point): void => {
  const next = stage.chance('dragon head')
  const skin = scales(stage, coat, 0.6)
  const own = sculpture()
  const body = (ribs: Rib[], colour = skin as Rgb | typeof skin, both = false, surface = hard, word = 'dragon') =>
    own.add({ mesh: loft(ribs, { sides: 26, steps: ribs.length * 8, up: [0, 1, 0] }), colour, surface, word, both })
  // Cranium and snout in one, broad brow, narrow muzzle, flared nose.
  body([
    [0, 0.06, -0.75, 0.26, 0.3],
    [0, 0.1, -0.4, 0.4, 0.36],
    [0, 0.1, -0.05, 0.4, 0.3],
    [0, 0.03, 0.35, 0.25, 0.19],
    [0, 0.0, 0.75, 0.2, 0.15],
    [0, 0.03, 1.02, 0.22, 0.15],
    [0, 0, 1.18, 0.12, 0.08],
  ])
  const jaw = (z: number) => -0.2 - gape * Math.max(0, (z + 0.4) / 1.5) ** 1.1
  body(
    [
      [0, -0.16, -0.6, 0.28, 0.16],
      [0, jaw(-0.1), -0.1, 0.27, 0.12],
      [0, jaw(0.4), 0.38, 0.19, 0.085],
      [0, jaw(0.8), 0.78, 0.15, 0.075],
      [0, jaw(1), 0.98, 0.09, 0.05],
    ],
    mix(coat, hex('#d8b088'), 0.3),
  )
  if (gape > 0.2) {
    body(
      [
        [0, -0.1, -0.2, 0.22, 0.05],
        [0, jaw(0.3) + 0.1, 0.3, 0.13, 0.035],
        [0, jaw(0.8) + 0.15, 0.8, 0.07, 0.025],
      ],
      hex('#a8383c'),
      false,
      { gloss: 0.7, soft: 0.6 },
      'tongue',
    )
    own.add({
      mesh: ball([0, -0.14, -0.15], [0.26, 0.14 + gape * 0.2, 0.3]),
      colour: hex('#5a1216'),
      surface: { gloss: 0.4 },
      word: 'mouth',
    })
  }
  for (let i = 0; i < 9; i++) {
    const z = 0.1 + i * 0.115
    const wide = curve([0.3, 0.25, 0.2, 0.2, 0.1], i / 8)
    const fang = i === 7 || i === 2 ? 1.6 : 1
    body(
      [
        [wide * 0.9, -0.09, z, 0.03],
        [wide * 0.92, -0.14, z + 0.01, 0.026],
        [wide * 0.88, -0.09 - 0.13 * fang, z + 0.03, 0.003],
      ],
      hex('#efe4c8'),
      true,
      { gloss: 0.6 },
      'tooth',
    )
    if (gape > 0.12 && i > 1)
      body(
        [
          [wide * 0.72, jaw(z) + 0.07, z - 0.03, 0.026],
          [wide * 0.74, jaw(z) + 0.13, z - 0.02, 0.022],
          [wide * 0.74, jaw(z) + 0.07 + 0.13 * fang, z, 0.003],
        ],
        hex('#efe4c8'),
        true,
        { gloss: 0.6 },
        'tooth',
      )
  }
  const horn = (_u: number, v: number): Rgb =>
    mix(hex('#2c2220'), hex('#d8c8a0'), 0.15 + 0.75 * v + 0.08 * Math.sin(v * 60))
  const sweep = next.between(0.1, 0.5)
  body(
    [
      [0.24, 0.3, -0.35, 0.12],
      [0.34, 0.5, -0.62, 0.1],
      [0.44, 0.58 + sweep * 0.3, -1.02, 0.07],
      [0.42, 0.62 + sweep, -1.42, 0.012],
    ],
    horn,
    true,
    { gloss: 0.5 },
    'horn',
  )
  body(
    [
      [0.36, 0.1, -0.5, 0.07],
      [0.52, 0.14, -0.76, 0.05],
      [0.62, 0.2, -1.05, 0.006],
    ],
    horn,
    true,
    { gloss: 0.5 },
    'horn',
  )
  body(
    [
      [0.36, -0.1, -0.5, 0.06],
      [0.5, -0.18, -0.7, 0.04],
      [0.58, -0.2, -0.92, 0.005],
    ],
    horn,
    true,
    { gloss: 0.5 },
    'horn',
  )
  body(
    [
      [0, 0.16, 1.0, 0.05],
      [0, 0.28, 1.02, 0.03],
      [0, 0.4, 0.96, 0.004],
    ],
    horn,
    false,
    { gloss: 0.5 },
    'horn',
  )
  // Brows over the eyes, nostrils.
  body(
    [
      [0.2, 0.22, 0.34, 0.04],
      [0.3, 0.3, 0.12, 0.085],
      [0.36, 0.33, -0.12, 0.06],
      [0.42, 0.36, -0.32, 0.008],
    ],
    mix(coat, [10, 6, 10], 0.35),
    true,
  )
  own.add({
    mesh: ball([0.3, 0.18, 0.12], [0.09, 0.1, 0.12], { cols: 20, rows: 16 }),
    colour: (_u, _v, [, y, z]) =>
      Math.abs(z - 0.17) < 0.022 && Math.abs(y - 0.18) < 0.075 ? [8, 4, 6] : mix(iris, [255, 250, 200], 0.2),
    surface: { gloss: 1, lamp: 0.55 },
    word: 'eye',
    both: true,
  })
  own.add({
    mesh: ball([0.13, 0.12, 1.06], [0.05, 0.035, 0.06], { cols: 12, rows: 10 }),
    colour: [14, 8, 10],
    surface: { gloss: 0.2 },
    word: 'dragon',
    both: true,
  })
  for (const part of own.parts) {
    const origin = place([0, 0, 0])
    model.add({
      ...part,
      both: false,
      mesh: moved(part.mesh, place, (n) => place(n).map((v, c) => v - (origin[c] as number)) as unknown as Point),
    })
  }
}

const spines = (
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

const wing = (model: Sculpture, coat: Rgb, root: Point, side: number, spread: number, lift: number): void => {
  const membrane = mix(coat, hex('#d8985a'), 0.35)
  const tips: Point[] = [
    [root[0] + side * spread * 0.55, root[1] + lift * 1.15, root[2] + 0.15],
    [root[0] + side * spread * 1.15, root[1] + lift * 0.72, root[2] - 0.1],
    [root[0] + side * spread * 1.2, root[1] + lift * 0.08, root[2] - 0.2],
    [root[0] + side * spread * 0.9, root[1] - lift * 0.42, root[2] - 0.3],
    [root[0] + side * spread * 0.32, root[1] - lift * 0.5, root[2] - 0.3],
  ]
  const wrist: Point = [root[0] + side * spread * 0.42, root[1] + lift * 0.72, root[2] + 0.2]
  const bone = (a: Point, b: Point, r: number) =>
    model.add({
      mesh: loft(
        [
          [...a, r],
          [lerp(a[0], b[0], 0.5), lerp(a[1], b[1], 0.5) + 0.06, lerp(a[2], b[2], 0.5) + 0.05, r * 0.7],
          [...b, r * 0.18],
        ] as Rib[],
        { sides: 8, steps: 14 },
      ),
      colour: mix(coat, [12, 6, 10], 0.25),
      surface: hard,
      word: 'wing',
    })
  bone(root, wrist, 0.14)
  for (const tip of tips) bone(wrist, tip, 0.075)
  for (let k = 0; k < tips.length - 1; k++) {
    const [a, b] = [tips[k] as Point, tips[k + 1] as Point]
    model.add({
      mesh: grid(16, 16, (s, t) => {
        const sag = Math.sin(Math.PI * s) * t
        return [0, 1, 2].map((c) => {
          const edge = lerp(a[c] as number, b[c] as number, s)
          const pull = lerp(edge, wrist[c] as number, 0.2 * sag)
          return lerp(wrist[c] as number, pull, t) + (c === 2 ? -0.16 * sag : 0)
        }) as unknown as Point
      }),
      colour: (u, v) => mix(mix(membrane, coat, 0.5 * v), [14, 6, 12], 0.35 * Math.abs(Math.sin(u * 9 + v * 3)) * v),
      surface: { soft: 1, gloss: 0.2 },
      word: 'wing',
    })
  }
  const last = tips[4] as Point
  model.add({
    mesh: grid(
      12,
      12,
      (s, t) =>
        [0, 1, 2].map(
          (c) =>
            lerp(
              lerp(root[c] as number, wrist[c] as number, s),
              lerp(root[c] as number, last[c] as number, 0.4 + 0.6 * s),
              t,
            ) - (c === 1 ? 0.1 * Math.sin(Math.PI * s) * t : 0),
        ) as unknown as Point,
    ),
    colour: membrane,
    surface: { soft: 1, gloss: 0.2 },
    word: 'wing',
  })
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

/** Its head on an arching neck, or the whole beast with its wings spread. */
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
    spines(model, path, 13, (t) => 0.24 + 0.2 * t, crest)
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
  spines(
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
