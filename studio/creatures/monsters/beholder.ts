import { hex, mix } from '../../colour.ts'
import { fbm, lerp, smooth } from '../../noise.ts'
import { ball, grid, loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Surface } from '../../sculpt/sculpture.ts'
import type { Sculptor } from '../creature.ts'
import { eyeball } from './eyeball.ts'
import { spike } from './spike.ts'

const wet: Surface = { gloss: 0.75, soft: 0.5 }

/** Models a floating ball with one large eye, ten eyes on stalks, and a wide mouth. */
export const beholder: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('beholder')
  const bumps = stage.noise('hide')
  const open = next.between(0.16, 0.3)
  const hide = (x: number, y: number, z: number) => {
    const mouth = z > 0 ? Math.exp(-((x / 0.72) ** 4) - ((y + 0.5 - 0.18 * x * x) / open) ** 2) : 0
    const socket = z > 0 ? Math.exp(-((x / 0.4) ** 2) - ((y - 0.16) / 0.36) ** 4) : 0
    return (
      0.09 * fbm(bumps, x * 4 + z * 2, y * 4 - z, 3) -
      0.34 * mouth -
      0.1 * socket +
      0.1 * Math.exp(-((Math.hypot(x / 1.1, y - 0.2) - 0.47) ** 2) / 0.006) * (z > 0 ? 1 : 0)
    )
  }
  model.add({
    mesh: ball([0, 0, 0], [1, 0.94, 0.95], { cols: 130, rows: 100, swell: hide }),
    colour: (_u, _v, [x, y, z]) => {
      const deep = z > 0 ? Math.exp(-((x / 0.68) ** 4) - ((y + 0.49 - 0.18 * x * x) / (open * 0.8)) ** 2) : 0
      const spot = smooth(0.12, 0.4, fbm(bumps, x * 3 + 7, y * 3 + z * 2, 2))
      return mix(
        mix(mix(coat, hex('#d8b090'), 0.35 * smooth(0.1, -0.9, y)), mix(coat, [20, 10, 20], 0.6), spot * 0.6),
        hex('#4a0f14'),
        Math.min(1, deep * 1.5),
      )
    },
    surface: { ...wet, gloss: 0.4, rough: 0.2 },
    word: 'beholder',
  })
  eyeball(model, [0, 0.17, 0.66], 0.36, iris, [next.between(-0.25, 0.25), next.between(-0.1, 0.1), 1])
  for (const [from, to, a] of [
    [0, 1, 0.9],
    [1, 0, 0],
  ] as const) {
    model.add({
      mesh: grid(30, 8, (s, t) => {
        const b = lerp(-1.25, 1.25, s)
        const top = from === 0
        const r = 0.4 + 0.03 * t
        return [
          Math.sin(b) * r * 1.04,
          0.17 + (top ? 1 : -1) * lerp(0.16 + 0.1 * a, 0.4, t) * Math.cos(b),
          0.66 + 0.36 * Math.cos(b * 0.7) * Math.sin((1 - t) * 1.4) - 0.06 * to * 0,
        ]
      }),
      colour: mix(coat, [30, 10, 16], 0.3),
      surface: wet,
      word: 'beholder',
    })
  }
  for (let i = 0; i < 10; i++) {
    const a = -1.25 + (2.5 * i) / 9
    const x = Math.sin(a) * 0.66
    const arc = -0.5 + 0.18 * x * x
    const z = 0.94 * Math.sqrt(Math.max(0.05, 1 - x * x - 0.25)) + 0.04
    const long = next.between(0.12, 0.24)
    spike(model, [x, arc + open * 0.92, z], [x * 0.97, arc + open * 0.92 - long, z + 0.04], 0.042)
    if (i % 2) spike(model, [x, arc - open * 0.9, z - 0.03], [x * 0.97, arc - open * 0.9 + long, z + 0.05], 0.042)
  }
  for (let i = 0; i < 10; i++) {
    const a = -1.3 + (2.6 * i) / 9
    const back = i % 2 ? -0.25 : 0.12
    const base: Point = [Math.sin(a) * 0.72, Math.cos(a) * 0.72 + 0.1, back]
    const out = next.between(0.42, 0.75)
    const tip: Point = [
      base[0] + Math.sin(a + next.between(-0.5, 0.5)) * out,
      base[1] + Math.cos(a) * out * 0.9 + 0.1,
      back + next.between(-0.05, 0.45),
    ]
    const mid: Point = [
      lerp(base[0], tip[0], 0.5) + next.between(-0.2, 0.2),
      lerp(base[1], tip[1], 0.55) + 0.05,
      lerp(base[2], tip[2], 0.5) - 0.12,
    ]
    model.add({
      mesh: loft(
        [
          [...base, 0.1],
          [...mid, 0.062],
          [...tip, 0.07],
        ] as Rib[],
        { sides: 14, steps: 26 },
      ),
      colour: (_u, v) => mix(coat, [20, 8, 16], 0.2 + 0.2 * Math.sin(v * 60)),
      surface: wet,
      word: 'beholder',
    })
    eyeball(model, [tip[0], tip[1] + 0.03, tip[2] + 0.05], 0.115, iris, [tip[0] * 0.5, 0.05, 1])
  }
  return { scale: 0.29, y: 0.56, turn: 0.5 }
}
