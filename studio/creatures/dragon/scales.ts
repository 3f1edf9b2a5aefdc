import { mix, type Rgb } from '../../colour.ts'
import { fbm, smooth } from '../../noise.ts'
import type { Point } from '../../sculpt/mesh.ts'
import type { Surface } from '../../sculpt/sculpture.ts'
import type { Stage } from '../../stage.ts'

export const hard: Surface = { gloss: 0.5, rough: 0.12 }

/** Returns the colour function of a scaly hide: rows of scales, each darker towards its edge, with light and dark blotches. */
export const scales = (stage: Stage, coat: Rgb, size: number) => {
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
