import { mix, type Rgb } from '../../colour.ts'
import { smooth } from '../../noise.ts'
import type { Random } from '../../random.ts'
import { loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'

/** A lock is a thin flat body along a path; many of them make hair that catches light strand by strand. */
export const lock = (
  model: Sculpture,
  path: readonly Point[],
  wide: number,
  colour: Rgb,
  next: Random,
  word = 'hair',
): void => {
  const ribs = path.map(([x, y, z], i): Rib => {
    const t = i / (path.length - 1)
    const w = wide * (0.35 + 0.65 * smooth(0, 0.2, t)) * (1 - 0.92 * smooth(0.45, 1, t))
    return [x, y, z, Math.max(0.002, w), Math.max(0.002, w * 0.5)]
  })
  const light = next.between(-0.16, 0.16)
  const own = mix(colour, light > 0 ? [255, 235, 205] : [10, 5, 8], Math.abs(light))
  model.add({
    mesh: loft(ribs, { sides: 5, steps: path.length * 2, closed: false }),
    // Darker at the roots.
    colour: (_u, v) => mix(own, [8, 4, 8], 0.42 * (1 - smooth(0, 0.3, v))),
    surface: { gloss: 0.32, rough: 0.16, soft: 0.25 },
    word,
  })
}
