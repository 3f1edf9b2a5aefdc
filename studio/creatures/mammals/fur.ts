import { hex, mix, type Rgb } from '../../colour.ts'
import { lerp, smooth } from '../../noise.ts'
import { curve, loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import { moved, type Sculpture, type Surface } from '../../sculpt/sculpture.ts'
import type { Stage } from '../../stage.ts'
import type { Build } from './builds.ts'

export const pelt: Surface = { gloss: 0.14, soft: 0.3, rough: 0.4 }

/** Adds tufts that point down over the front and sides of the neck. */
export const fur = (stage: Stage, model: Sculpture, neck: readonly Rib[], b: Build, coat: Rgb): void => {
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

/** Adds short hair over the skull and a ruff behind the cheeks, or a lion's long mane around the face instead of both. */
export const ruff = (
  stage: Stage,
  model: Sculpture,
  b: Build,
  coat: Rgb,
  lion: boolean,
  place: (p: Point) => Point,
): void => {
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

/** Adds long hair that falls mostly to one side of the neck. */
export const mane = (stage: Stage, model: Sculpture, b: Build, colour: Rgb, place: (p: Point) => Point): void => {
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
