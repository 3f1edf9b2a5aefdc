import { hex, mix, type Rgb } from '../../colour.ts'
import { lerp } from '../../noise.ts'
import { grid, loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import { hard } from './scales.ts'

/** Adds an arm, five fingers of bone and the skin between them; `side` is -1 or 1. */
export const wing = (model: Sculpture, coat: Rgb, root: Point, side: number, spread: number, lift: number): void => {
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
