import { hex, mix } from '../../colour.ts'
import { loft, type Point } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import type { Stage } from '../../stage.ts'

export const plume = (stage: Stage, model: Sculpture, [x, y, z]: Point): void => {
  const next = stage.chance('feather')
  const colour = mix(stage.palette.accent, hex('#f0e8d8'), 0.55)
  for (let i = 0; i < 46; i++) {
    const t = i / 45
    const px = x + 0.18 * t + 0.1 * t * t
    const py = y + 0.3 * Math.sin(t * 2.2)
    const pz = z - 0.5 * t
    const l = 0.12 * Math.sin(Math.PI * (0.12 + 0.8 * t))
    model.add({
      mesh: loft(
        [
          [px, py, pz, 0.014, 0.004],
          [px + l, py + l * 0.5 + next.between(-0.02, 0.02), pz - l * 0.7, 0.014, 0.003],
          [px + l * 1.1, py + l * 0.2, pz - l * 1.5, 0.002],
        ],
        { sides: 4, steps: 5 },
      ),
      colour,
      surface: { soft: 0.4 },
      word: 'feather',
    })
  }
}
