import { smooth } from '../noise.ts'
import { meets, reachOf, type Solid } from './solids.ts'
import { type Face, faces, type Hit, type Shell } from './space.ts'

/** A point light: the channels of `colour` are 0 to about 1; `power` is its strength at about one metre. */
export interface Light {
  x: number
  y: number
  z: number
  colour: readonly [number, number, number]
  power: number
}

/** An opening that the sky or the moon shines through, on the left (-1) or right (1) wall or at the back (0); metres. */
export interface Opening {
  wall: -1 | 0 | 1
  /** Position of its middle along the wall, and the heights of its lower and upper edge. */
  at: number
  low: number
  high: number
  half: number
  round?: boolean
}

export interface Daylight {
  openings: readonly Opening[]
  colour: readonly [number, number, number]
  power: number
  /** Slope of the rays: metres down (`fall`) and along the wall (`drift`) for each metre into the room. */
  fall: number
  drift: number
}

export interface Lighting {
  lights: readonly Light[]
  daylight: Daylight
  /** Ambient light. */
  ambient: readonly [number, number, number]
}

/** Returns 1 if daylight reaches a point directly through an opening, else 0. */
const beam = ({ half, deep }: Shell, { openings, fall, drift }: Daylight, x: number, y: number, z: number): number => {
  for (const { wall, at, low, high, half: wide } of openings) {
    const away = wall === 0 ? deep - z : wall < 0 ? x + half : half - x
    const height = y + away * fall
    const along = (wall === 0 ? x : z) + away * drift
    if (away > 0.02 && height > low && height < high && Math.abs(along - at) < wide) return 1
  }
  return 0
}

/** Writes the light at a point of a surface to `out`; `shade` returns the share of a light that reaches the point. */
export const lit = (
  shell: Shell,
  { lights, daylight, ambient }: Lighting,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  out: Float32Array,
  shade?: (light: Light) => number,
): void => {
  const sky = 0.8 + 0.2 * ny
  let [r, g, b] = [ambient[0] * sky, ambient[1] * sky, ambient[2] * sky]
  for (const light of lights) {
    const dx = light.x - x
    const dy = light.y - y
    const dz = light.z - z
    const square = dx * dx + dy * dy + dz * dz
    const facing = (dx * nx + dy * ny + dz * nz) / Math.sqrt(square)
    if (facing <= -0.3) continue
    // Wrap lighting: surfaces turned away from a flame still receive light that the walls reflect.
    const power = (light.power * (0.22 + 0.78 * Math.max(0, facing))) / (0.35 + square)
    if (power < 0.012) continue
    const part = power * (shade ? shade(light) : 1)
    r += light.colour[0] * part
    g += light.colour[1] * part
    b += light.colour[2] * part
  }
  if (daylight.power > 0) {
    const direct = beam(shell, daylight, x, y, z) * Math.max(0.25, ny) * daylight.power
    r += daylight.colour[0] * direct
    g += daylight.colour[1] * direct
    b += daylight.colour[2] * direct
  }
  out[0] = r
  out[1] = g
  out[2] = b
}

export interface LightMap {
  across: number
  up: number
  light: Float32Array
}

const soften = (map: LightMap): void => {
  const { across, up, light } = map
  const from = light.slice()
  for (let j = 0; j < up; j++)
    for (let i = 0; i < across; i++)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        let count = 0
        for (let v = Math.max(0, j - 1); v <= Math.min(up - 1, j + 1); v++)
          for (let u = Math.max(0, i - 1); u <= Math.min(across - 1, i + 1); u++) {
            sum += from[3 * (v * across + u) + c] as number
            count++
          }
        light[3 * (j * across + i) + c] = sum / count
      }
}

/** Returns the point of the room at (u, v) on a face, both from 0 to 1. */
const onFace = ({ half, high, deep, vault }: Shell, face: Face, u: number, v: number): [number, number, number] => {
  if (face === faces.floor) return [(u * 2 - 1) * half, 0.01, v * deep]
  if (face === faces.ceiling) {
    const x = (u * 2 - 1) * half
    const y = vault === undefined ? high : vault + (high - vault) * Math.sqrt(Math.max(0, 1 - (x / half) ** 2))
    return [x, y - 0.02, v * deep]
  }
  if (face === faces.back) return [(u * 2 - 1) * half, v * high, deep - 0.02]
  return [(face === faces.left ? -1 : 1) * (half - 0.02), v * high, u * deep]
}

export const placeOn = ({ half, high, deep }: Shell, face: Face, { x, y, z }: Hit): [number, number] => {
  if (face === faces.floor || face === faces.ceiling) return [(x / half + 1) / 2, z / deep]
  if (face === faces.back) return [(x / half + 1) / 2, y / high]
  return [z / deep, y / high]
}

const sizes: Record<Face, [number, number]> = {
  [faces.floor]: [80, 96],
  [faces.ceiling]: [28, 36],
  [faces.left]: [52, 28],
  [faces.right]: [52, 28],
  [faces.back]: [44, 28],
}
const normals: Record<Face, [number, number, number]> = {
  [faces.floor]: [0, 1, 0],
  [faces.ceiling]: [0, -1, 0],
  [faces.left]: [1, 0, 0],
  [faces.right]: [-1, 0, 0],
  [faces.back]: [0, 0, -1],
}

interface Ball {
  x: number
  y: number
  z: number
  r2: number
}

/** Returns the bounding sphere of a solid, a cheap test that excludes most rays. */
const ballOf = (solid: Solid): Ball => {
  const { x, y, z, h } = solid
  return { x, y: y + h / 2, z, r2: reachOf(solid) ** 2 + (h / 2) ** 2 }
}

/** Returns whether a solid is too small to cast a visible shadow. */
const isSlight = (solid: Solid): boolean => reachOf(solid) < 0.07 && solid.h < 0.5

/** Computes the light on one face of the room, with the shadows of solids. The map is coarse, since the light changes slowly. */
export const lightMap = (shell: Shell, lighting: Lighting, solids: readonly Solid[], face: Face): LightMap => {
  const [across, up] = sizes[face]
  const map: LightMap = { across, up, light: new Float32Array(across * up * 3) }
  const casters = solids.filter((solid) => !solid.lamp && !solid.clear && !isSlight(solid))
  const balls = casters.map(ballOf)
  const [nx, ny, nz] = normals[face]
  const ray: Hit = { t: 1, x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, u: 0, v: 0 }
  const out = new Float32Array(3)
  for (let j = 0; j < up; j++)
    for (let i = 0; i < across; i++) {
      const [x, y, z] = onFace(shell, face, (i + 0.5) / across, (j + 0.5) / up)
      const shade = (light: Light): number => {
        const dx = light.x - x
        const dy = light.y - y
        const dz = light.z - z
        const square = dx * dx + dy * dy + dz * dz
        for (let n = 0; n < casters.length; n++) {
          const ball = balls[n] as Ball
          const px = ball.x - x
          const py = ball.y - y
          const pz = ball.z - z
          const t = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / square))
          if ((px - t * dx) ** 2 + (py - t * dy) ** 2 + (pz - t * dz) ** 2 > ball.r2) continue
          ray.t = 0.97
          if (meets(casters[n] as Solid, x, y, z, dx, dy, dz, ray)) return 0.1
        }
        return 1
      }
      lit(shell, lighting, x, y, z, nx, ny, nz, out, shade)
      const corner = [shell.half - Math.abs(x), shell.deep - z, y, shell.high - y]
        .filter((_, n) => (nx ? n !== 0 : nz ? n !== 1 : n < 2))
        .reduce((dark, off) => dark * (1 - 0.4 * Math.exp(-Math.max(0, off) / 0.45)), 1)
      const contact = face === faces.floor ? underfoot(casters, x, z) : 1
      for (let c = 0; c < 3; c++) map.light[3 * (j * across + i) + c] = (out[c] as number) * corner * contact
    }
  soften(map)
  return map
}

/** Returns the factor by which solids near the floor darken it around them, 0.25 to 1. */
const underfoot = (casters: readonly Solid[], x: number, z: number): number => {
  let light = 1
  for (const solid of casters) {
    if (solid.y > 0.9) continue
    const off = Math.hypot(x - solid.x, z - solid.z) - reachOf(solid) * 0.85
    light *= 1 - 0.5 * (1 - smooth(-0.1, 0.4, off)) * (1 - solid.y)
  }
  return Math.max(0.25, light)
}

/** Interpolates the map at (u, v) between its four nearest values, and writes the light to `out`. */
export const look = ({ across, up, light }: LightMap, u: number, v: number, out: Float32Array): void => {
  const x = Math.min(across - 1.001, Math.max(0, u * across - 0.5))
  const y = Math.min(up - 1.001, Math.max(0, v * up - 0.5))
  const i = Math.floor(x)
  const j = Math.floor(y)
  const a = x - i
  const b = y - j
  const at = 3 * (j * across + i)
  for (let c = 0; c < 3; c++) {
    const top = (light[at + c] as number) * (1 - a) + (light[at + 3 + c] as number) * a
    const low = (light[at + 3 * across + c] as number) * (1 - a) + (light[at + 3 * across + 3 + c] as number) * a
    out[c] = top * (1 - b) + low * b
  }
}
