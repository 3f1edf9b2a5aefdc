import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { clamp, fbm, smooth } from '../noise.ts'
import { named, underLight } from '../palette.ts'
import { type Stage, toneOf } from '../stage.ts'

/** Tables with their covers. */

type Cover = 'planks' | 'cloth' | 'stone'

const coverOf = (stage: Stage): Cover => {
  if (clothSaid(stage)) return 'cloth'
  if (stage.has('material', 'stone') || stage.has('place', 'cave') || stage.has('setting', 'crypt', 'temple'))
    return 'stone'
  if (stage.has('mood', 'holy', 'magical') || stage.has('person', 'ruler', 'noble')) return 'cloth'
  return stage.chance('cover').pick(['planks', 'planks', 'cloth', 'stone'])
}

const cloths = ['cloth', 'velvet', 'silk', 'satin', 'linen', 'tablecloth', 'table'] as const

const clothSaid = ({ scene }: Stage) => cloths.map((noun) => scene.tints.get(noun)).find(Boolean)

const clothColour = (stage: Stage): Rgb => {
  const said = clothSaid(stage)
  const usual = stage.chance('cloth').pick([hex('#7a2430'), hex('#27406e'), hex('#2f5a48'), hex('#5a3470')])
  return mix(said ? mix(named[said], hex('#2a2024'), 0.25) : usual, stage.palette.mid, 0.12)
}

/** Returns a function for the colour and the light (0 to 1.4) of the table's surface at a point. */
const surface = (stage: Stage, cover: Cover): ((x: number, y: number) => { colour: Rgb; light: number }) => {
  const { u } = stage
  const grain = stage.noise('table')
  const next = stage.chance('planks')
  const tints = Array.from({ length: 24 }, () => next.between(-0.12, 0.12))
  if (cover === 'planks') {
    const wood = hex('#70492b')
    const wide = 168 * u
    return (x, y) => {
      const plank = Math.floor(y / wide)
      const into = (y / wide - plank) * wide
      const rings = Math.sin((fbm(grain, x / (420 * u) + plank * 7, y / (46 * u), 3) * 13 + y / (30 * u)) * 2)
      const fibre = grain(x / (70 * u), y / (3.2 * u) + plank * 31)
      const seam = Math.min(smooth(0, 7 * u, into), smooth(0, 5 * u, wide - into))
      return {
        colour: wood,
        light: (0.66 + (tints[plank % 24] ?? 0) + rings * 0.05 + fibre * 0.1) * (0.35 + 0.65 * seam),
      }
    }
  }
  if (cover === 'cloth') {
    const cloth = clothColour(stage)
    return (x, y) => {
      const fold = fbm(grain, x / (330 * u), y / (330 * u), 2)
      const slope = fbm(grain, x / (330 * u) + 0.05, y / (330 * u) - 0.05, 2) - fold
      const weave = 0.04 * Math.sin(x / (1.6 * u)) * Math.sin(y / (1.6 * u))
      return { colour: cloth, light: 0.7 + slope * 3 + weave }
    }
  }
  const stone = hex('#77736e')
  const wide = 330 * u
  return (x, y) => {
    const row = Math.floor(y / wide)
    const shifted = x + (row % 2) * wide * 0.5
    const into = Math.min(((shifted % wide) + wide) % wide, ((y % wide) + wide) % wide)
    const seam = smooth(1, 8 * u, into + 3 * u * grain(x / (14 * u), y / (14 * u)))
    return {
      colour: stone,
      light:
        (0.6 + 0.2 * fbm(grain, x / (60 * u), y / (60 * u), 4) + 0.08 * grain(x / (5 * u), y / (5 * u))) *
        (0.4 + 0.6 * seam),
    }
  }
}

const steps = (stage: Stage, light: number): number =>
  stage.style === 'fantasy-art' ? light : 0.45 * light + 0.5 * toneOf[stage.style](clamp(light)) + 0.06

/** Draws a table from above that fills the picture, brightest towards the light. */
export const tabletop = (stage: Stage): void => {
  const { w, h, u, pen, palette, sun } = stage
  const at = surface(stage, coverOf(stage))
  const image = pen.createImageData(w, h)
  const px = image.data
  const reach = Math.hypot(w, h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const { colour, light } = at(x, y)
      const near = 1.32 - 1.1 * (Math.hypot(x - sun.x, y - sun.y) / reach)
      const k = steps(stage, light) * near * 1.25
      const i = 4 * (y * w + x)
      for (let c = 0; c < 3; c++)
        px[i + c] =
          (colour[c] as number) * k * (0.72 + (0.28 * (palette.light[c] as number)) / 255) +
          (palette.near[c] as number) * 0.18 * (1 - k)
      px[i + 3] = 255
    }
  }
  pen.putImageData(image, 0, 0)
  glow(pen, w / 2, h / 2, 620 * u, palette.light, 0.2)
}

/** Draws a wall and a table in front of it. Returns the y of the table's far edge. */
export const backdrop = (stage: Stage): number => {
  const { w, h, u, pen, palette, sun } = stage
  const table = h * (h > w ? 0.66 : 0.68)
  const plaster = stage.noise('plaster')
  const at = surface(stage, coverOf(stage))
  const wall = mix(mix(palette.mid, palette.zenith, 0.5), palette.near, 0.35)
  const warm = underLight({ ...palette, dark: 0.2 }, mix(palette.horizon, hex('#c08a58'), 0.4))
  const image = pen.createImageData(w, h)
  const px = image.data
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = 4 * (y * w + x)
      const near = clamp(1 - Math.hypot((x - (w * 0.5 + sun.side * w * 0.07)) / w, (y - table * 0.62) / h) * 1.75)
      if (y < table) {
        const rough = stage.style === 'fantasy-art' ? 0.1 * fbm(plaster, x / (130 * u), y / (130 * u), 4) : 0
        const k = steps(stage, clamp(near * near * 0.95 + rough))
        for (let c = 0; c < 3; c++)
          px[i + c] = (wall[c] as number) * 0.42 + ((warm[c] as number) - (wall[c] as number) * 0.42) * clamp(k) * 0.85
      } else {
        const depth = (y - table) / (h - table)
        const spread = 0.42 + 0.9 * depth
        const { colour, light } = at(
          (x - w / 2) / spread + w * 3,
          (depth * 0.6 + depth * depth * 0.5) * 430 * u + 2 * h,
        )
        const k = steps(stage, light) * (0.5 + 0.95 * near) * 1.05
        for (let c = 0; c < 3; c++)
          px[i + c] =
            (colour[c] as number) * k * (0.72 + (0.28 * (palette.light[c] as number)) / 255) +
            (palette.near[c] as number) * 0.16
      }
      px[i + 3] = 255
    }
  }
  pen.putImageData(image, 0, 0)
  const edge = pen.createLinearGradient(0, table - 12 * u, 0, table + 8 * u)
  edge.addColorStop(0, css(palette.near, 0))
  edge.addColorStop(0.6, css(palette.near, 0.5))
  edge.addColorStop(1, css(palette.near, 0))
  pen.fillStyle = edge
  pen.fillRect(0, table - 12 * u, w, 20 * u)
  return table
}
