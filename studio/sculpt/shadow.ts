import type { Point } from './mesh.ts'
import type { Layers } from './raster.ts'

const side = 300

/** How much of the light reaches each pixel, by what stands between: only what is seen casts, which is nearly all that matters. */
export const shadowOf = ({ part, at, w, h }: Layers, [lx, ly, lz]: Point): ((i: number) => number) => {
  const flat = Math.hypot(lx, lz) || 1
  const ax: Point = [lz / flat, 0, -lx / flat]
  const ay: Point = [(-lx * ly) / flat, flat, (-lz * ly) / flat]
  const along = (i: number, [x, y, z]: Point) =>
    (at[3 * i] as number) * x + (at[3 * i + 1] as number) * y + (at[3 * i + 2] as number) * z
  let [u0, u1, v0, v1] = [1e9, -1e9, 1e9, -1e9]
  for (let i = 0; i < w * h; i += 3) {
    if (!part[i]) continue
    const u = along(i, ax)
    const v = along(i, ay)
    u0 = Math.min(u0, u)
    u1 = Math.max(u1, u)
    v0 = Math.min(v0, v)
    v1 = Math.max(v1, v)
  }
  const k = (side - 3) / Math.max(1e-6, u1 - u0, v1 - v0)
  const map = new Float32Array(side * side).fill(-1e9)
  const cell = (i: number): [number, number] => [1 + (along(i, ax) - u0) * k, 1 + (along(i, ay) - v0) * k]
  const light: Point = [lx, ly, lz]
  for (let i = 0; i < w * h; i++) {
    if (!part[i]) continue
    const [u, v] = cell(i)
    const j = Math.min(side - 1, Math.max(0, Math.floor(v))) * side + Math.min(side - 1, Math.max(0, Math.floor(u)))
    map[j] = Math.max(map[j] as number, along(i, light))
  }
  const slack = 5 / k
  const ring = [
    [0, 0],
    [1.3, 0],
    [-1.3, 0],
    [0, 1.3],
    [0, -1.3],
    [2.2, 2.2],
    [-2.2, 2.2],
    [2.2, -2.2],
    [-2.2, -2.2],
  ] as const
  return (i) => {
    const [u, v] = cell(i)
    const own = along(i, light)
    let open = 0
    for (const [du, dv] of ring) {
      const j =
        Math.min(side - 1, Math.max(0, Math.floor(v + dv))) * side + Math.min(side - 1, Math.max(0, Math.floor(u + du)))
      const before = (map[j] as number) - own - slack
      open += before <= 0 ? 1 : before > slack * 2 ? 0 : 1 - before / (slack * 2)
    }
    return open / ring.length
  }
}

/** How far each pixel lies in a hollow, 0 to 1: lower than the mean of what is around it, at two reaches. */
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
