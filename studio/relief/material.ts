import type { Rgb } from '../colour.ts'
import { clamp, smooth } from '../noise.ts'

/** Reflection properties of a surface. */
export interface Material {
  /** 0 for chalk to 1 for polished metal: how much of the room it mirrors. */
  metal: number
  /** Strength of the highlight, 0 to 1. */
  gloss: number
  /** 0 for opaque to 1 for clear glass, which is bright on the side away from the light. */
  clear?: number
  /** Light of its own. */
  lamp?: number
}

/** Common materials. */
export const stuffs = {
  metal: { metal: 1, gloss: 0.9 },
  worn: { metal: 0.7, gloss: 0.45 },
  wood: { metal: 0, gloss: 0.16 },
  leather: { metal: 0, gloss: 0.25 },
  stone: { metal: 0, gloss: 0.08 },
  bone: { metal: 0, gloss: 0.2 },
  gem: { metal: 0.35, gloss: 1, clear: 0.6 },
  glass: { metal: 0.15, gloss: 1, clear: 1 },
  wax: { metal: 0, gloss: 0.35, lamp: 0.12 },
  cloth: { metal: 0, gloss: 0.05 },
  skin: { metal: 0, gloss: 0.22 },
  hair: { metal: 0.12, gloss: 0.3 },
} satisfies Record<string, Material>

/** Returns the brightness (0 to 1) and the strength of the highlight for a surface normal; `side` is the side of the light. */
export const lightOn = (
  nx: number,
  ny: number,
  nz: number,
  side: number,
  material: Material,
): { light: number; spark: number } => {
  const along = nx * side * 0.62 - ny * 0.56 + nz * 0.55
  const diffuse = clamp(0.16 + 0.84 * Math.max(0, along))
  // A polished thing mirrors the room: bright above, a dark band where table meets wall, warm light from below.
  const up = -ny * 0.72 + nx * side * 0.5
  const room = clamp(
    0.3 +
      0.62 * smooth(0, 0.75, up) -
      0.42 * smooth(0.3, 0, Math.abs(up + 0.12)) +
      0.26 * smooth(0.2, 0.8, -up) +
      0.5 * nz ** 4,
  )
  const half = nx * side * 0.5 - ny * 0.48 + nz * 0.72
  const spark = clamp(half) ** (14 + 40 * material.gloss) * material.gloss
  const base = diffuse + (room - diffuse) * material.metal
  const clearing = material.clear ? smooth(0.2, 1, -nx * side * 0.6 + ny * 0.5) * 0.55 * material.clear : 0
  return { light: clamp(base + clearing + (material.lamp ?? 0)), spark }
}

/** Shades the pixel at `i` in place: from shadow through its own colour to the colour of the light. */
export const shadeInto = (
  px: Uint8ClampedArray,
  i: number,
  light: number,
  spark: number,
  shadow: Rgb,
  glow: Rgb,
  shine: Rgb,
): void => {
  for (let c = 0; c < 3; c++) {
    const own = px[i + c] as number
    const dark = own * 0.16 + (shadow[c] as number) * 0.22
    const bright = own + (255 - own) * 0.1 + (((glow[c] as number) * own) / 255 - own) * 0.25 + own * 0.16
    let value = light < 0.6 ? dark + (own - dark) * (light / 0.6) : own + (bright - own) * ((light - 0.6) / 0.4)
    value += ((shine[c] as number) - value) * spark
    px[i + c] = value
  }
}
