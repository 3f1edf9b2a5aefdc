import { hex, mix } from '../../colour.ts'
import { fbm, smooth } from '../../noise.ts'
import { ball, grid, loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Sculptor } from '../creature.ts'

/** Models a golem of stone blocks with glowing eyes and a glowing, cracked breast. */
export const golem: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('golem')
  const chip = stage.noise('stone')
  let part = 0
  const block = (at: Point, size: Point, lean = 0, word = 'golem') => {
    const seed = part++ * 11.3
    const m = ball([0, 0, 0], [1, 1, 1], { cols: 40, rows: 30 })
    const c = Math.cos(lean)
    const s = Math.sin(lean)
    const at2 = new Float32Array(m.at.length)
    for (let i = 0; i < m.at.length; i += 3) {
      const [x, y, z] = [m.at[i] as number, m.at[i + 1] as number, m.at[i + 2] as number]
      // A superellipsoid: a ball drawn out towards the corners of its box, then roughened by noise.
      const p = 3.4
      const k = 1 / (Math.abs(x) ** p + Math.abs(y) ** p + Math.abs(z) ** p) ** (1 / p)
      const rough = 1 + 0.12 * fbm(chip, x * 2 + seed, y * 2 + z * 1.7, 3)
      const [bx, by, bz] = [x * k * rough * size[0], y * k * rough * size[1], z * k * rough * size[2]]
      at2.set([at[0] + bx * c - by * s, at[1] + bx * s + by * c, at[2] + bz], i)
    }
    const mesh = grid(40, 30, (u, v) => {
      const i = 3 * (Math.round(v * 30) * 41 + Math.round(u * 40))
      return [at2[i] as number, at2[i + 1] as number, at2[i + 2] as number]
    })
    model.add({
      mesh,
      colour: (_u, _v, [x, y, z]) => {
        const moss = smooth(0.1, 0.5, fbm(chip, x * 2.2 + 30, y * 2.2 + z, 3) + 0.2 * y)
        const crack = Math.abs(chip(x * 3.1 + seed, y * 3.1 + z * 2)) < 0.045 ? 0.6 : 0
        return mix(
          mix(mix(coat, [240, 235, 225], 0.14 * chip(x * 8, y * 8)), hex('#5a6a34'), 0.5 * moss),
          [16, 12, 14],
          crack,
        )
      },
      surface: { gloss: 0.06, rough: 0.5 },
      word,
    })
  }
  const tilt = next.between(-0.12, 0.12)
  block([0, 0.1, 0.12], [0.34, 0.36, 0.34], tilt)
  block([0, 0.24, 0.4], [0.36, 0.09, 0.12], tilt)
  block([0, -0.2, 0.3], [0.26, 0.12, 0.24], tilt)
  block([0, -0.75, -0.02], [0.72, 0.46, 0.42])
  block([0, -1.35, 0], [0.5, 0.32, 0.34])
  for (const side of [-1, 1]) {
    block([side * 0.86, -0.42, -0.02], [0.36, 0.34, 0.38], side * -0.3)
    block([side * 1.06, -0.98, 0.04], [0.23, 0.36, 0.25], side * 0.12)
    const up = next.chance(0.35)
    block([side * (up ? 1.24 : 1.1), up ? -0.5 : -1.52, up ? 0.5 : 0.2], [0.3, 0.36, 0.3], side * (up ? -0.4 : 0.05))
  }
  const ember = (at: Point, r: number) =>
    model.add({
      mesh: ball(at, [r * 1.3, r * 0.8, r], { cols: 12, rows: 8 }),
      colour: mix(iris, [255, 255, 220], 0.4),
      surface: { lamp: 1 },
      word: 'eye',
    })
  ember([-0.15, 0.1, 0.455], 0.052)
  ember([0.15, 0.1, 0.455], 0.052)
  ember([0, -0.72, 0.41], 0.07)
  for (let i = 0; i < 7; i++) {
    const a = i * 0.9 + next.between(-0.2, 0.2)
    const crack = Array.from({ length: 4 }, (_, k): Rib => {
      const r = 0.07 + 0.065 * k
      return [
        Math.sin(a + 0.25 * next.bell() * k * 0.3) * r,
        -0.72 + Math.cos(a) * r * 0.9,
        0.445 - 0.2 * r * r,
        0.014 - 0.003 * k,
      ]
    })
    model.add({
      mesh: loft(crack, { sides: 6, steps: 10 }),
      colour: mix(iris, [255, 230, 160], 0.3),
      surface: { lamp: 0.85 },
      word: 'rune',
    })
  }
  return { scale: 0.33, y: 0.42, turn: 0.6, foot: -1.9 }
}
