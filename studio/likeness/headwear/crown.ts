import { hex, mix, type Rgb } from '../../colour.ts'
import { lerp } from '../../noise.ts'
import { ball, grid, type Point } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import { headAt } from '../head.ts'
import type { Sitter } from '../sitter.ts'
import { metalwork } from './stuff.ts'

export const crown = (model: Sculpture, sitter: Sitter): void => {
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
