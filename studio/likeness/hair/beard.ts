import { lerp, smooth } from '../../noise.ts'
import type { Point } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import type { Stage } from '../../stage.ts'
import { headAt } from '../head.ts'
import type { Sitter } from '../sitter.ts'
import { lock } from './lock.ts'

/** Beard and moustache, lock by lock from the jaw. */
export const beard = (stage: Stage, model: Sculpture, sitter: Sitter): void => {
  const next = stage.chance('beard')
  const { f, beard: long } = sitter
  if (long)
    for (let i = 0; i < 210; i++) {
      const a = next.between(-1.32, 1.32)
      const high = lerp(-0.33, -0.05, smooth(0.45, 1.25, Math.abs(a)))
      const root = lerp(-0.49, high, next())
      const [x, y, z] = headAt(f, a, root)
      if (Math.abs(x) < 0.1 && y > -0.34) continue
      const phase = next() * 6.3
      const own = long * next.between(0.7, 1.1) * (1 - 0.35 * Math.min(1, Math.abs(a)))
      lock(
        model,
        Array.from({ length: 7 }, (_, k): Point => {
          const t = k / 6
          const s = Math.sin(Math.PI * Math.min(0.55, t))
          return [
            x * (1 - 0.42 * t * Math.min(1, long * 1.4)) + 0.02 * Math.sin(phase + t * 6) * long,
            y - own * t,
            z + 0.05 * s + 0.02 * Math.sin(phase + t * 5) - 0.05 * t * long,
          ]
        }),
        0.026,
        sitter.hair,
        next,
        'beard',
      )
    }
  if (sitter.moustache)
    for (let i = 0; i < 44; i++) {
      const side = i % 2 ? 1 : -1
      const x0 = side * next.between(0.004, 0.075)
      const z0 = headAt(f, x0 / 0.3, -0.226)[2]
      const far = side * next.between(0.1, 0.15) * (long ? 1 : 1.25)
      const drop = (long ? 0.11 : 0.05) * next.between(0.5, 1.1)
      lock(
        model,
        Array.from({ length: 5 }, (_, k): Point => {
          const t = k / 4
          return [
            lerp(x0, far, t),
            -0.226 - next.between(0, 0.01) - drop * t ** 1.6,
            z0 + 0.022 * Math.sin(t * 2.6) - 0.055 * t * t,
          ]
        }),
        0.017,
        sitter.hair,
        next,
        'beard',
      )
    }
}
