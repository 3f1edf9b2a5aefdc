import { seen, turned, type View } from './camera.ts'
import type { Point } from './mesh.ts'
import type { Part } from './sculpture.ts'

/** What each pixel shows: which part (0 for none, else its number plus one), how near, facing where, of what colour. */
export interface Layers {
  w: number
  h: number
  part: Uint16Array
  near: Float32Array
  nx: Float32Array
  ny: Float32Array
  nz: Float32Array
  colour: Uint8ClampedArray
  /** Place in the sculpture, for its shadows. */
  at: Float32Array
}

export const emptyLayers = (w: number, h: number): Layers => ({
  w,
  h,
  part: new Uint16Array(w * h),
  near: new Float32Array(w * h).fill(-1e9),
  nx: new Float32Array(w * h),
  ny: new Float32Array(w * h),
  nz: new Float32Array(w * h),
  colour: new Uint8ClampedArray(w * h * 3),
  at: new Float32Array(w * h * 3),
})

/** Numbers that go with each point, in this order. */
const stride = 14

const prepared = (part: Part, view: View): Float32Array => {
  const { mesh, colour } = part
  const count = mesh.at.length / 3
  const out = new Float32Array(count * stride)
  const project = seen(view)
  const turn = turned(view)
  const fixed = typeof colour === 'function' ? null : colour
  for (let i = 0; i < count; i++) {
    const p: Point = [mesh.at[3 * i] as number, mesh.at[3 * i + 1] as number, mesh.at[3 * i + 2] as number]
    const u = mesh.uv[2 * i] as number
    const v = mesh.uv[2 * i + 1] as number
    const own = fixed ?? (colour as (u: number, v: number, at: Point) => readonly number[])(u, v, p)
    const nx = mesh.normal[3 * i] as number
    const ny = mesh.normal[3 * i + 1] as number
    const nz = mesh.normal[3 * i + 2] as number
    const l = Math.hypot(nx, ny, nz) || 1
    out.set(project(p), i * stride)
    out.set(turn([nx / l, ny / l, nz / l]), i * stride + 3)
    out.set(turn(p), i * stride + 6)
    out.set(own, i * stride + 9)
    out[i * stride + 12] = u
    out[i * stride + 13] = v
  }
  return out
}

/** Colours and alpha of a texture at a place, as bytes. */
const sampler = ({ texture }: Part) => {
  if (!texture) return null
  const { width, height } = texture.canvas
  const px = texture.canvas.getContext('2d').getImageData(0, 0, width, height).data
  const [u0, v0] = texture.from
  const su = width / (texture.to[0] - u0)
  const sv = height / (texture.to[1] - v0)
  return {
    px,
    index: (u: number, v: number): number => {
      const x = Math.floor((u - u0) * su)
      const y = Math.floor((v - v0) * sv)
      return x < 0 || y < 0 || x >= width || y >= height ? -1 : 4 * (y * width + x)
    },
  }
}

/** Draws a part into the layers; what is nearer stays. */
export const rasterise = (layers: Layers, part: Part, number: number, view: View): void => {
  const { w, h } = layers
  const pts = prepared(part, view)
  const paint = sampler(part)
  const { faces } = part.mesh
  const get = (i: number, k: number) => pts[i + k] as number
  for (let f = 0; f < faces.length; f += 3) {
    const a = (faces[f] as number) * stride
    const b = (faces[f + 1] as number) * stride
    const c = (faces[f + 2] as number) * stride
    const ax = get(a, 0)
    const ay = get(a, 1)
    const bx = get(b, 0)
    const by = get(b, 1)
    const cx = get(c, 0)
    const cy = get(c, 1)
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (Math.abs(area) < 1e-4) continue
    const x0 = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
    const x1 = Math.min(w - 1, Math.ceil(Math.max(ax, bx, cx)))
    const y0 = Math.max(0, Math.floor(Math.min(ay, by, cy)))
    const y1 = Math.min(h - 1, Math.ceil(Math.max(ay, by, cy)))
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const px = x + 0.5
        const py = y + 0.5
        const wa = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area
        const wb = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area
        const wc = 1 - wa - wb
        if (wa < -1e-4 || wb < -1e-4 || wc < -1e-4) continue
        const i = y * w + x
        const near = wa * get(a, 2) + wb * get(b, 2) + wc * get(c, 2)
        if (near <= (layers.near[i] as number)) continue
        const at = (k: number) => wa * get(a, k) + wb * get(b, k) + wc * get(c, k)
        layers.near[i] = near
        layers.part[i] = number + 1
        // Sheets are seen from both sides; at the rim of a body the normal turns away a little by itself.
        const facing = at(5)
        const back = facing < -0.35 ? -1 : 1
        layers.nx[i] = at(3) * back
        layers.ny[i] = at(4) * back
        layers.nz[i] = Math.max(0.02, facing * back)
        for (let k = 0; k < 3; k++) {
          layers.at[3 * i + k] = at(6 + k)
          layers.colour[3 * i + k] = at(9 + k)
        }
        if (!paint) continue
        const j = paint.index(at(12), at(13))
        const alpha = j < 0 ? 0 : (paint.px[j + 3] as number) / 255
        if (alpha)
          for (let k = 0; k < 3; k++) {
            const own = layers.colour[3 * i + k] as number
            layers.colour[3 * i + k] = own + ((paint.px[j + k] as number) - own) * alpha
          }
      }
    }
  }
}
