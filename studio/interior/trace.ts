import { type Stage, toneOf } from '../stage.ts'
import { type Lighting, lightMap, lit, look, placeOn } from './lighting.ts'
import { boundsOf, meets, type Solid, type Surface } from './solids.ts'
import { type Camera, type Face, faces, type Hit, leave, type Shell } from './space.ts'

export interface Room {
  shell: Shell
  camera: Camera
  surfaces: Record<Face, Surface>
  solids: readonly Solid[]
  lighting: Lighting
  /** Colour that distance fades to, channels from 0 to 1; `clear` is the share of the own colour that is left after a metre. */
  haze: { colour: readonly [number, number, number]; clear: number }
}

/** Depth (z) of each pixel of the picture, in metres. */
export type Depth = Float32Array

/** Draws the room with its solids. Returns the depth of each pixel, which later hides figures behind furniture. */
export const trace = (stage: Stage, room: Room): Depth => {
  const { w, h, pen, style } = stage
  const { shell, camera, surfaces, solids, lighting, haze } = room
  const maps = (Object.values(faces) as Face[]).map((face) => lightMap(shell, lighting, solids, face))
  const depth = new Float32Array(w * h)
  const seen = new Int16Array(w * h).fill(-1)
  const hit: Hit = { t: 0, x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, u: 0, v: 0 }
  const { x: ex, y: ey, focal, cx, cy } = camera
  for (let py = 0; py < h; py++)
    for (let px = 0; px < w; px++) {
      leave(shell, camera, (px + 0.5 - cx) / focal, (cy - py - 0.5) / focal, hit)
      depth[py * w + px] = hit.t
    }
  solids.forEach((solid, n) => {
    const bounds = boundsOf(camera, solid, w, h)
    if (!bounds) return
    const [left, top, right, bottom] = bounds
    for (let py = top; py <= bottom; py++)
      for (let px = left; px <= right; px++) {
        const i = py * w + px
        hit.t = depth[i] as number
        if (!meets(solid, ex, ey, 0, (px + 0.5 - cx) / focal, (cy - py - 0.5) / focal, 1, hit)) continue
        depth[i] = hit.t
        seen[i] = n
      }
  })
  const image = pen.createImageData(w, h)
  const data = image.data
  const light = new Float32Array(3)
  const tone = toneOf[style]
  // The comic style fills dark areas with ink: without a higher floor most of a room would be black.
  const floor = style === 'comic-book' ? 0.34 : 0.08
  for (let py = 0; py < h; py++)
    for (let px = 0; px < w; px++) {
      const i = py * w + px
      const dx = (px + 0.5 - cx) / focal
      const dy = (cy - py - 0.5) / focal
      const solid = solids[seen[i] as number]
      let surface: Surface
      if (solid) {
        hit.t = Number.POSITIVE_INFINITY
        meets(solid, ex, ey, 0, dx, dy, 1, hit)
        hit.x = ex + hit.t * dx
        hit.y = ey + hit.t * dy
        hit.z = hit.t
        surface = solid.surface
        if (solid.lamp) light.fill(0.6 + 1.6 * solid.lamp)
        else lit(shell, lighting, hit.x, hit.y, hit.z, hit.nx, hit.ny, hit.nz, light)
      } else {
        const face = leave(shell, camera, dx, dy, hit)
        surface = surfaces[face]
        const [u, v] = placeOn(shell, face, hit)
        look(maps[face] as (typeof maps)[number], u, v, light)
      }
      const own = surface(hit.u, hit.v, focal / hit.t, hit)
      // Digital and comic styles reduce the light to a few tones, but preserve its colour.
      const bright = (light[0] as number) * 0.35 + (light[1] as number) * 0.5 + (light[2] as number) * 0.15
      const flat =
        style === 'fantasy-art'
          ? 1
          : (floor + (1.58 - floor) * tone(Math.min(1, bright * 0.72))) / Math.max(0.02, bright)
      const clear = haze.clear ** hit.t
      for (let c = 0; c < 3; c++) {
        const shown = ((own[c] as number) / 255) * (light[c] as number) * flat
        const faded = shown * clear + (haze.colour[c] as number) * (1 - clear)
        data[4 * i + c] = 255 * (1 - Math.exp(-1.55 * faded))
      }
      data[4 * i + 3] = 255
    }
  pen.putImageData(image, 0, 0)
  return depth
}
