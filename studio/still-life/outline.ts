import { lerp, smooth } from '../noise.ts'

/** Returns a radius function through points (t, r), eased between them and multiplied by `scale`. */
export const outline =
  (points: readonly (readonly [number, number])[], scale: number) =>
  (t: number): number => {
    for (let i = 1; i < points.length; i++) {
      const [t1, r1] = points[i] as readonly [number, number]
      const [t0, r0] = points[i - 1] as readonly [number, number]
      if (t <= t1) return scale * lerp(r0, r1, smooth(0, 1, (t - t0) / Math.max(1e-6, t1 - t0)))
    }
    return scale * ((points.at(-1)?.[1] as number) ?? 0)
  }
