import { hex, mix } from '../../colour.ts'
import { lerp } from '../../noise.ts'
import { grid, loft } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import type { Stage } from '../../stage.ts'
import { headAt } from '../head.ts'
import type { Sitter } from '../sitter.ts'
import { metalwork } from './stuff.ts'

export const helm = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
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
