import { hex, mix, type Rgb } from '../colour.ts'
import type { Stage } from '../stage.ts'
import type { Daylight, Opening } from './lighting.ts'
import type { Plan } from './plan.ts'
import type { Box, Surface } from './solids.ts'

/** The sky outside the windows, and the light that it sends into the room. */
export interface Sky {
  daylight: Omit<Daylight, 'openings'>
  colour: Rgb
  ambient: Rgb
  /** Strength of the ambient light, opacity of light shafts in the air, and brightness of the panes; about 0 to 1. */
  level: number
  shaft: number
  lamp: number
}

type Hour = 'day' | 'golden' | 'dawn' | 'dusk' | 'night'
const hours: Record<
  Hour,
  { light: readonly [number, number, number]; power: number; level: number; shaft: number; lamp: number; fall: number }
> = {
  day: { light: [1, 0.96, 0.86], power: 2.6, level: 0.85, shaft: 0.2, lamp: 0.9, fall: 0.85 },
  golden: { light: [1, 0.72, 0.38], power: 2.8, level: 0.5, shaft: 0.3, lamp: 0.8, fall: 0.42 },
  dawn: { light: [1, 0.78, 0.66], power: 1.9, level: 0.46, shaft: 0.24, lamp: 0.7, fall: 0.4 },
  dusk: { light: [0.86, 0.5, 0.46], power: 0.9, level: 0.3, shaft: 0.14, lamp: 0.25, fall: 0.38 },
  night: { light: [0.5, 0.66, 1], power: 0.7, level: 0.2, shaft: 0.13, lamp: 0.05, fall: 0.75 },
}

/** Returns the sky at the hour that the prompt names; without an hour: day under water or in clear weather, else dusk. */
export const skyOf = (stage: Stage, isSunken: boolean): Sky => {
  const { scene, palette, sun, has } = stage
  const isMoon = has('motif', 'moon')
  const hour: Hour = isMoon ? 'night' : (scene.time[0] ?? (isSunken ? 'day' : has('weather', 'clear') ? 'day' : 'dusk'))
  const { light, power, level, shaft, lamp, fall } = hours[hour]
  const isSeen = isMoon || has('fitting', 'window')
  return {
    daylight: {
      colour: isSunken ? [0.6, 1, 0.92] : light,
      power: isSunken ? 1.6 : power * (isSeen ? 1.5 : 1),
      fall,
      drift: 0.3 * sun.side,
    },
    colour: isSunken
      ? mix(palette.horizon, hex('#a8e8dc'), 0.5)
      : mix(palette.horizon, hex('#dfe8f0'), hour === 'day' ? 0.6 : 0.1),
    ambient: isSunken
      ? mix(palette.mid, hex('#3fb4b4'), 0.75)
      : mix(palette.mid, hex(hour === 'night' ? '#4a5a8a' : '#a89a88'), 0.6),
    level: isSunken ? 1.25 : level,
    shaft: isSunken ? 0.34 : shaft * (isSeen ? 1.5 : 1),
    lamp: isSunken ? 0.7 : lamp,
  }
}

/** Builds leaded windows, of stained glass if the plan has `glass`. The corners above round arches are dark. */
export const glazed = (stage: Stage, plan: Plan, openings: readonly Opening[], sky: Sky): Box[] => {
  const { half, deep } = plan.shell
  return openings.map(({ wall, at, low, high, half: wide, round }): Box => {
    const tall = high - low
    const glass: Surface = (u, v, fine) => {
      const across = u / wide
      const up = v / tall
      const spring = 1 - Math.min(0.4, wide / tall)
      if (round && up > spring && across ** 2 + ((up - spring) / (1 - spring)) ** 2 > 1) return hex('#241f1c')
      const lead = Math.min(Math.abs(((u * 4 + 40.5) % 1) - 0.5), Math.abs(((v * 3.2 + 40) % 1) - 0.5))
      const frame = Math.min(1 - Math.abs(across), up, 1 - up) * wide < 0.05 || Math.abs(u) < 0.03
      if (frame || (lead < 0.06 && fine > 24)) return hex('#1a1512')
      const dyes = plan.glass
      if (!dyes) return mix(sky.colour, stage.palette.zenith, 0.5 * up)
      const cell = Math.abs(Math.floor(u * 4 + 40) * 7 + Math.floor(v * 3.2) * 13 + Math.floor(at * 5))
      return mix(dyes[cell % dyes.length] as Rgb, sky.colour, 0.25)
    }
    const flat = { y: low, h: tall, surface: glass, lamp: sky.lamp, clear: true, words: ['window'] }
    return wall === 0
      ? { ...flat, x: at, z: deep, w: wide, d: 0.03 }
      : { ...flat, x: wall * half, z: at, w: wide, d: 0.03, turn: Math.PI / 2 }
  })
}
