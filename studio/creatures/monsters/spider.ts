import { hex, mix, type Rgb } from '../../colour.ts'
import { fbm, smooth } from '../../noise.ts'
import { ball, loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Sculptor } from '../creature.ts'
import { spike } from './spike.ts'

/** Models a spider with eight legs and eight eyes. */
export const spider: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('spider')
  const fur = stage.noise('fur')
  const hide = (_u: number, _v: number, [x, y, z]: Point): Rgb =>
    mix(coat, hex('#a0402a'), 0.55 * smooth(0.2, 0.5, fbm(fur, x * 4, y * 4 + z * 3, 2)))
  const bristle = (x: number, y: number, z: number) => 0.03 * fbm(fur, x * 14, y * 14 + z * 9, 2)
  model.add({
    mesh: ball([0, 0.42, -0.8], [0.62, 0.56, 0.72], { cols: 60, rows: 44, swell: bristle }),
    colour: hide,
    surface: { gloss: 0.35, rough: 0.5 },
    word: 'spider',
  })
  model.add({
    mesh: ball([0, 0, 0], [0.42, 0.32, 0.46], { cols: 50, rows: 36, swell: bristle }),
    colour: hide,
    surface: { gloss: 0.3, rough: 0.5 },
    word: 'spider',
  })
  for (const [x, y, z, r] of [
    [0.09, 0.12, 0.42, 0.082],
    [0.24, 0.14, 0.34, 0.06],
    [0.13, 0.25, 0.32, 0.045],
    [0.29, 0.24, 0.2, 0.04],
  ] as const)
    for (const side of [-1, 1])
      model.add({
        mesh: ball([x * side, y, z], [r, r, r], { cols: 16, rows: 12 }),
        colour: mix(iris, [10, 4, 8], 0.45),
        surface: { gloss: 1, metal: 0.4, lamp: 0.25 },
        word: 'eye',
      })
  for (const side of [-1, 1]) {
    model.add({
      mesh: loft(
        [
          [0.11 * side, -0.06, 0.4, 0.1],
          [0.13 * side, -0.24, 0.48, 0.085],
          [0.09 * side, -0.36, 0.44, 0.05],
        ] as Rib[],
        { sides: 12 },
      ),
      colour: mix(coat, [10, 6, 8], 0.3),
      surface: { gloss: 0.4, rough: 0.3 },
      word: 'spider',
    })
    spike(model, [0.09 * side, -0.34, 0.46], [0.03 * side, -0.56, 0.42], 0.045, hex('#3a1c18'), 'fang')
    for (let i = 0; i < 4; i++) {
      const a = 0.35 + i * 0.62 + next.between(-0.1, 0.1)
      const [dx, dz] = [Math.sin(a) * side, Math.cos(a)]
      const lift = next.between(0.5, 0.85) * (i === 0 && next.chance(0.5) ? 1.4 : 1)
      model.add({
        mesh: loft(
          [
            [dx * 0.3, 0, dz * 0.3, 0.085],
            [dx * 0.75, lift * 0.75, dz * 0.75 + 0.05, 0.08],
            [dx * 1.2, lift, dz * 1.1 + 0.08, 0.062],
            [dx * 1.55, 0.1, dz * 1.4 + 0.1, 0.05],
            [dx * 1.75, -0.9, dz * 1.55 + 0.1, 0.016],
          ] as Rib[],
          { sides: 10, steps: 36 },
        ),
        colour: (_u, v) => mix(coat, hex('#8a5a3a'), 0.5 * smooth(0.2, 0.5, Math.sin(v * 26))),
        surface: { gloss: 0.3, rough: 0.5 },
        word: 'spider',
      })
    }
  }
  return { scale: 0.27, y: 0.5, turn: 0.9, foot: -0.9, above: 0.28 }
}
