import { hex, mix, type Rgb, shift } from '../colour.ts'
import { clamp, type Noise, smooth } from '../noise.ts'
import type { Surface } from './solids.ts'

/** Hashes a pair of integers to a number from 0 to 1. */
const scatter = (i: number, j: number): number => {
  let n = Math.imul(i | 0, 374761393) ^ Math.imul(j | 0, 668265263)
  n = Math.imul(n ^ (n >>> 13), 1274126177)
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296
}

const times = ([r, g, b]: Rgb, light: number): Rgb => [r * light, g * light, b * light]

/** Returns the visibility, 0 to 1, of a seam `wide` metres wide at `off` metres from its middle; thin seams fade in the distance. */
const seam = (off: number, wide: number, fine: number): number =>
  (1 - smooth(wide * 0.4, wide + 0.7 / fine, off)) * clamp(wide * fine * 0.9)

/** Boards that run away from the viewer along v, or along u when `across`. */
export const planks =
  (grain: Noise, colour: Rgb, wide = 0.19, across = false): Surface =>
  (u, v, fine) => {
    const [a, b] = across ? [v, u] : [u, v]
    const board = Math.floor(a / wide + 500)
    const long = 1.7 + scatter(board, 3)
    const piece = Math.floor(b / long + scatter(board, 9))
    const into = a / wide + 500 - board
    const end = Math.abs(b / long + scatter(board, 9) - Math.round(b / long + scatter(board, 9))) * long
    const fibre = grain(a * 34, b * 2.1 + board * 7)
    const dark = Math.max(seam(Math.min(into, 1 - into) * wide, 0.012, fine), seam(end, 0.01, fine))
    return times(colour, (0.86 + 0.28 * scatter(board, piece) + 0.1 * fibre) * (1 - 0.62 * dark))
  }

/** Dressed stone in courses; every second course is shifted by half a stone. */
export const courses = (grain: Noise, colour: Rgb, wide: number, high: number): Surface => {
  const hues = Array.from({ length: 9 }, (_, i) => shift(colour, { hue: (i / 8 - 0.5) * 0.2 }))
  return (u, v, fine) => {
    const row = Math.floor(v / high + 300)
    const shifted = u / wide + (row % 2) * 0.5 + 300 + 0.12 * scatter(row, 1)
    const column = Math.floor(shifted)
    const into = shifted - column
    const up = v / high + 300 - row
    const rough = grain(u * 5 + column * 3, v * 5) * 0.5 + grain(u * 19, v * 19) * 0.5
    const joint = seam(Math.min(Math.min(into, 1 - into) * wide, Math.min(up, 1 - up) * high), 0.022, fine)
    const tone = 0.84 + 0.26 * scatter(column, row) + 0.16 * rough
    return times(hues[Math.floor(scatter(row, column) * 9)] as Rgb, tone * (1 - 0.5 * joint))
  }
}

/** Plaster between timbers: posts `every` metres, rails at mid-height and under the ceiling, planks up to 0.9 m. */
export const timbered =
  (grain: Noise, plaster: Rgb, wood: Rgb, high: number, every = 1.9): Surface =>
  (u, v, fine, hit) => {
    const post = Math.abs(u / every - Math.round(u / every)) * every
    const isWood = post < 0.11 || v < 0.9 || v > high - 0.18 || Math.abs(v - high * 0.62) < 0.08
    if (!isWood) return times(plaster, 0.92 + 0.14 * grain(u * 1.7, v * 1.7) + 0.06 * grain(u * 11, v * 11))
    if (v < 0.9) return planks(grain, wood, 0.24)(u, v, fine, hit)
    return times(wood, 0.8 + 0.22 * grain(u * 8 + 40, v * 8))
  }

/** Spines in rows, each with its own height, width and dye; here and there a gap. */
export const books = (colours: readonly Rgb[], wood: Rgb): Surface => {
  const shelf = 0.38
  const dyes = colours.flatMap((colour) => [colour, shift(colour, { light: -0.07 }), mix(colour, hex('#3a2a1c'), 0.4)])
  const gilt = dyes.map((dye) => mix(dye, hex('#d0a850'), 0.6))
  return (u, v, fine) => {
    const row = Math.floor(v / shelf)
    const up = v - row * shelf
    if (up < 0.035) return wood
    const slot = Math.floor(u / 0.5 + 90)
    const books = 7 + Math.floor(scatter(slot, row) * 6)
    const within = (u / 0.5 + 90 - slot) * books
    const book = Math.floor(within)
    const chance = scatter(slot * 17 + book, row)
    const tall = 0.2 + 0.1 * scatter(book, slot + row)
    if (chance < 0.06 || up - 0.035 > tall) return times(wood, 0.22)
    const across = within - book
    const band = Math.abs((up - 0.035) / tall - 0.8) < 0.05 || Math.abs((up - 0.035) / tall - 0.2) < 0.04
    const dye = dyes[Math.floor(chance * 997) % dyes.length] as Rgb
    const own = band && chance > 0.5 ? (gilt[Math.floor(chance * 997) % dyes.length] as Rgb) : dye
    return times(
      own,
      (0.72 + 0.4 * Math.sin(Math.PI * across)) * (1 - 0.5 * seam(Math.min(across, 1 - across) * 0.06, 0.006, fine)),
    )
  }
}

/** Staves with hoops around them. */
export const staves =
  (grain: Noise, wood: Rgb, iron: Rgb, high: number): Surface =>
  (u, v, fine, hit) => {
    if (Math.abs(hit.ny) > 0.95) return planks(grain, times(wood, 0.8), 0.1)(u, v, fine, hit)
    const hoop = [0.1, 0.28, 0.72, 0.9].some((at) => Math.abs(v / high - at) < 0.03)
    return hoop ? iron : planks(grain, wood, 0.085)(u, v, fine, hit)
  }

/** A weave with a border and lozenges, for rugs and hangings. */
export const woven = (colour: Rgb, thread: Rgb, half: number, long: number): Surface => {
  const figured = mix(colour, thread, 0.7)
  return (u, v) => {
    const edge = Math.min(half - Math.abs(u), long - Math.abs(v))
    if (edge < 0.06 || (edge > 0.12 && edge < 0.16)) return thread
    const lozenge = Math.abs(((u * 2.6 + 40) % 1) - 0.5) + Math.abs(((v * 2.6 + 40) % 1) - 0.5)
    return edge > 0.16 && Math.abs(lozenge - 0.4) < 0.06 ? figured : colour
  }
}

export const even =
  (grain: Noise, colour: Rgb, rough = 0.12): Surface =>
  (u, v) =>
    times(colour, 0.95 + rough * grain(u * 9, v * 9) + rough * 0.6 * grain(u * 31, v * 31))

/** Wood with its fibres along u. */
export const timber =
  (grain: Noise, colour: Rgb): Surface =>
  (u, v) =>
    times(colour, 0.92 + 0.2 * grain(u * 3 + 9, v * 26) + 0.08 * grain(u * 40, v * 40))

/** A skull that faces the viewer, for a ball 0.22 m high. */
export const skull = (grain: Noise): Surface => {
  const bone = even(grain, hex('#d8ceb4'))
  const dark = hex('#1e1610')
  return (u, v, fine, hit) => {
    const socket = Math.hypot(Math.abs(u) - 0.046, (v - 0.105) * 0.9) < 0.031
    const nose = Math.abs(u) < 0.013 && Math.abs(v - 0.066) < 0.014
    const teeth = Math.abs(u) < 0.05 && Math.abs(v - 0.034) < 0.012 && Math.abs(((u * 62 + 20.5) % 1) - 0.5) < 0.2
    return Math.abs(hit.ny) < 0.95 && (socket || nose || teeth) ? dark : bone(u, v, fine, hit)
  }
}
