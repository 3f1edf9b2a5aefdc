import { seen, turned, type View } from './camera.ts'
import type { Point } from './mesh.ts'
import type { Part } from './sculpture.ts'

/** For each pixel: the visible part (its index plus one; 0 for none), its nearness, normal and colour. */
export interface Layers {
  w: number
  h: number
  part: Uint16Array
  near: Float32Array
  nx: Float32Array
  ny: Float32Array
  nz: Float32Array
  colour: Uint8ClampedArray
  /** Position in space after the turn of the view, for shadows. */
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

/** Number of values per point: projection, normal, turned position and colour (three each), then u and v. */
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

/** Returns the RGBA bytes of a texture, and a function from u and v to an index into them (-1 outside). */
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

/** Draws a part into the layers, behind nearer pixels. A single loop over plain numbers, since it runs for each pixel of each part. */
export const rasterise = (layers: Layers, part: Part, number: number, view: View): void => {
  const { w, h, near, nx, ny, nz, colour, at } = layers
  const pts = prepared(part, view)
  const paint = sampler(part)
  const { faces } = part.mesh
  for (let f = 0; f < faces.length; f += 3) {
    const a = (faces[f] as number) * stride
    const b = (faces[f + 1] as number) * stride
    const c = (faces[f + 2] as number) * stride
    const ax = pts[a] as number
    const ay = pts[a + 1] as number
    const bx = pts[b] as number
    const by = pts[b + 1] as number
    const cx = pts[c] as number
    const cy = pts[c + 1] as number
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (area < 1e-4 && area > -1e-4) continue
    const x0 = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
    const x1 = Math.min(w - 1, Math.ceil(Math.max(ax, bx, cx)))
    const y0 = Math.max(0, Math.floor(Math.min(ay, by, cy)))
    const y1 = Math.min(h - 1, Math.ceil(Math.max(ay, by, cy)))
    const za = pts[a + 2] as number
    const zb = pts[b + 2] as number
    const zc = pts[c + 2] as number
    const stepA = (by - cy) / area
    const stepB = (cy - ay) / area
    for (let y = y0; y <= y1; y++) {
      const py = y + 0.5
      const px = x0 + 0.5
      let wa = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area - stepA
      let wb = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area - stepB
      for (let x = x0; x <= x1; x++) {
        wa += stepA
        wb += stepB
        const wc = 1 - wa - wb
        if (wa < -1e-4 || wb < -1e-4 || wc < -1e-4) continue
        const i = y * w + x
        const z = wa * za + wb * zb + wc * zc
        if (z <= (near[i] as number)) continue
        near[i] = z
        layers.part[i] = number + 1
        const facing = wa * (pts[a + 5] as number) + wb * (pts[b + 5] as number) + wc * (pts[c + 5] as number)
        // Flips the normals of sheets seen from behind. At the rim of a body, normals may point slightly away.
        const back = facing < -0.35 ? -1 : 1
        nx[i] = back * (wa * (pts[a + 3] as number) + wb * (pts[b + 3] as number) + wc * (pts[c + 3] as number))
        ny[i] = back * (wa * (pts[a + 4] as number) + wb * (pts[b + 4] as number) + wc * (pts[c + 4] as number))
        nz[i] = Math.max(0.02, facing * back)
        for (let k = 0; k < 3; k++) {
          at[3 * i + k] =
            wa * (pts[a + 6 + k] as number) + wb * (pts[b + 6 + k] as number) + wc * (pts[c + 6 + k] as number)
          colour[3 * i + k] =
            wa * (pts[a + 9 + k] as number) + wb * (pts[b + 9 + k] as number) + wc * (pts[c + 9 + k] as number)
        }
        if (!paint) continue
        const j = paint.index(
          wa * (pts[a + 12] as number) + wb * (pts[b + 12] as number) + wc * (pts[c + 12] as number),
          wa * (pts[a + 13] as number) + wb * (pts[b + 13] as number) + wc * (pts[c + 13] as number),
        )
        const alpha = j < 0 ? 0 : (paint.px[j + 3] as number) / 255
        if (!alpha) continue
        for (let k = 0; k < 3; k++) {
          const own = colour[3 * i + k] as number
          colour[3 * i + k] = own + ((paint.px[j + k] as number) - own) * alpha
        }
      }
    }
  }
}
