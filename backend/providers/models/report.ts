import type { Cast } from '../../../studio/figure/mesh.ts'
import type { ModelReport } from '../models.ts'

/** Upward component of a normal below which a surface leans by more than 45 degrees and needs support. */
const steep = -Math.SQRT1_2
/** mm above the plate below which a surface rests on it. */
const resting = 0.05
/** The share of the surface from which support is worth a warning. */
const muchOverhang = 0.08

/** Measures of a cast for its user. */
export const reportOn = ({ at, faces }: Cast): ModelReport => {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < at.length; i++) {
    low[i % 3] = Math.min(low[i % 3] as number, at[i] as number)
    high[i % 3] = Math.max(high[i % 3] as number, at[i] as number)
  }
  const [width, height, depth] = [0, 1, 2].map((c) => Math.round(((high[c] as number) - (low[c] as number)) * 10) / 10)
  let [all, hanging] = [0, 0]
  for (let f = 0; f < faces.length; f += 3) {
    const { area, up, lowest } = triangle(at, faces, f)
    all += area
    if (up < steep && lowest > (low[1] as number) + resting) hanging += area
  }
  const overhang = all > 0 ? Math.round((hanging / all) * 1000) / 1000 : 0
  const warnings = overhang > muchOverhang ? ['Parts of it hang over: print it with supports.'] : []
  return {
    triangles: faces.length / 3,
    sizeMm: { width: width ?? 0, height: height ?? 0, depth: depth ?? 0 },
    overhang,
    warnings,
  }
}

const triangle = (at: Float32Array, faces: Uint32Array, f: number) => {
  const corner = (k: number) => {
    const i = 3 * (faces[f + k] as number)
    return [at[i] as number, at[i + 1] as number, at[i + 2] as number] as const
  }
  const [a, b, c] = [corner(0), corner(1), corner(2)]
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const
  const length = Math.hypot(...cross)
  return { area: length / 2, up: length > 0 ? cross[1] / length : 0, lowest: Math.min(a[1], b[1], c[1]) }
}
