import type { Rgb } from '../../colour.ts'
import { loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'

/** A row of them along a back, each leaning the way it is grown. */
export const spines = (
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
