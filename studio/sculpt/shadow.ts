import type { Point } from './mesh.ts'
import type { Layers } from './raster.ts'

const side = 300

/** Returns the share of light that reaches a pixel, by a shadow map. Only visible pixels cast shadows; hidden parts hardly matter. */
export const shadowOf = ({ part, at, w, h }: Layers, [lx, ly, lz]: Point): ((i: number) => number) => {
  // Two axes across the light, and the light itself as the third.
  const flat = Math.hypot(lx, lz) || 1
  const [ux, uz] = [lz / flat, -lx / flat]
  const [vx, vy, vz] = [(-lx * ly) / flat, flat, (-lz * ly) / flat]
  const u = new Float32Array(w * h)
  const v = new Float32Array(w * h)
  const depth = new Float32Array(w * h)
  let [u0, u1, v0, v1] = [1e9, -1e9, 1e9, -1e9]
  for (let i = 0; i < w * h; i++) {
    if (!part[i]) continue
    const x = at[3 * i] as number
    const y = at[3 * i + 1] as number
    const z = at[3 * i + 2] as number
    const across = x * ux + z * uz
    const up = x * vx + y * vy + z * vz
    u[i] = across
    v[i] = up
    depth[i] = x * lx + y * ly + z * lz
    if (across < u0) u0 = across
    if (across > u1) u1 = across
    if (up < v0) v0 = up
    if (up > v1) v1 = up
  }
  const k = (side - 7) / Math.max(1e-6, u1 - u0, v1 - v0)
  const map = new Float32Array(side * side).fill(-1e9)
  for (let i = 0; i < w * h; i++) {
    if (!part[i]) continue
    u[i] = 3 + ((u[i] as number) - u0) * k
    v[i] = 3 + ((v[i] as number) - v0) * k
    const j = ((v[i] as number) | 0) * side + ((u[i] as number) | 0)
    if ((map[j] as number) < (depth[i] as number)) map[j] = depth[i] as number
  }
  const slack = 5 / k
  const taps = [0, 0, 1.4, 0.5, -0.5, 1.4, -1.4, -0.5, 0.5, -1.4, 2.1, -2.1, -2.1, 2.1]
  return (i) => {
    let open = 0
    for (let tap = 0; tap < taps.length; tap += 2) {
      const j =
        (((v[i] as number) + (taps[tap] as number)) | 0) * side + (((u[i] as number) + (taps[tap + 1] as number)) | 0)
      const before = ((map[j] as number) - (depth[i] as number)) / slack - 1
      open += before <= 0 ? 1 : before > 2 ? 0 : 1 - before / 2
    }
    return open / (taps.length / 2)
  }
}

/** Returns how deep each pixel lies in a hollow, 0 to 1: how far it is below the mean of its surroundings, at two radii. */
export const hollows = ({ part, near, w, h }: Layers, reach: number): Float32Array => {
  const step = 4
  const cols = Math.ceil(w / step)
  const rows = Math.ceil(h / step)
  const sum = new Float32Array(cols * rows)
  const weight = new Float32Array(cols * rows)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const i = Math.min(h - 1, y * step + 2) * w + Math.min(w - 1, x * step + 2)
      if (!part[i]) continue
      sum[y * cols + x] = near[i] as number
      weight[y * cols + x] = 1
    }
  const spread = (field: Float32Array, radius: number): Float32Array => {
    const line = (from: Float32Array, start: number, stride: number, n: number, to: Float32Array) => {
      let total = 0
      for (let i = 0; i < Math.min(n, radius); i++) total += from[start + i * stride] as number
      for (let i = 0; i < n; i++) {
        if (i + radius < n) total += from[start + (i + radius) * stride] as number
        if (i - radius - 1 >= 0) total -= from[start + (i - radius - 1) * stride] as number
        to[start + i * stride] = total
      }
    }
    const half = new Float32Array(field.length)
    const out = new Float32Array(field.length)
    for (let y = 0; y < rows; y++) line(field, y * cols, 1, cols, half)
    for (let x = 0; x < cols; x++) line(half, x, cols, rows, out)
    return out
  }
  const out = new Float32Array(w * h)
  for (const [grow, depth] of [
    [1, 0.07],
    [3, 0.2],
  ] as const) {
    const radius = Math.max(1, Math.round((reach * grow) / step))
    const totals = spread(sum, radius)
    const weights = spread(weight, radius)
    for (let i = 0; i < w * h; i++) {
      if (!part[i]) continue
      const j = Math.floor(Math.floor(i / w) / step) * cols + Math.floor((i % w) / step)
      const mean = (totals[j] as number) / Math.max(1, weights[j] as number)
      const low = (mean - (near[i] as number)) / depth
      out[i] = (out[i] as number) + Math.min(0.5, Math.max(0, low * 0.5))
    }
  }
  return out
}
