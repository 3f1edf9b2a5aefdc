import { hex, mix, type Rgb, shift, tint } from './colour.ts'
import type { Idea } from './lexicon.ts'
import type { Scene } from './prompt.ts'
import type { Random } from './random.ts'

/** The colours of one picture, chosen to go together; everything drawn is mixed from them. */
export interface Palette {
  zenith: Rgb
  mid: Rgb
  horizon: Rgb
  /** Sun, moon or what else lights the scene. */
  light: Rgb
  /** What distance fades to. */
  far: Rgb
  /** The darkest near thing. */
  near: Rgb
  /** Lamps, windows, fire: what the eye should find. */
  accent: Rgb
  /** 0 in full day to 1 at deep night. */
  dark: number
}

type Swatch = readonly [string, string, string, string, string, string, string, number]

// zenith, mid, horizon, light, far, near, accent, darkness
const swatches = {
  dawn: ['#5c78a8', '#cfa3b1', '#fbd3a0', '#fff1d2', '#a58ba8', '#2a2740', '#ef7d4a', 0.25],
  rose: ['#6a83b5', '#e3b1b4', '#fde0bd', '#fff6e0', '#b79bb4', '#34304a', '#e86a4a', 0.2],
  day: ['#2f74bd', '#86bfe6', '#e2f1ee', '#fffbe8', '#8db4d0', '#1f3d46', '#e8963a', 0],
  summer: ['#2a86b8', '#8fd0d8', '#eef3d6', '#fffbe0', '#86b7b8', '#1d4038', '#ef8a3a', 0],
  golden: ['#5583ad', '#e6bd83', '#ffe0a0', '#fff2c8', '#bb9274', '#38281f', '#f2823a', 0.15],
  dusk: ['#2a2f62', '#a9517c', '#f79d5c', '#ffe2a4', '#7d4f7c', '#1a162e', '#ffb04f', 0.5],
  violet: ['#1f2450', '#6b4a94', '#f0a08c', '#ffe3c4', '#64508c', '#14122a', '#ffb866', 0.55],
  copper: ['#3a2440', '#c2573c', '#fbb45c', '#ffe6ac', '#8a4240', '#1d1018', '#ffc05a', 0.45],
  night: ['#0a1330', '#1b3764', '#4a7699', '#f0f2e0', '#2b4b72', '#060a18', '#ffc46a', 0.85],
  indigo: ['#0d0f2e', '#2c2f6a', '#6a6fa6', '#f2eede', '#3b3f78', '#080818', '#ffb866', 0.85],
  verdigris: ['#061e24', '#13474a', '#4f948a', '#eef6dc', '#1f5554', '#030d10', '#ffcb70', 0.75],
  storm: ['#1d242d', '#4b5866', '#9ba7a6', '#e4eae2', '#56636e', '#0f1419', '#f0a24a', 0.4],
  slate: ['#2a3038', '#69747c', '#b9beb6', '#eef0e6', '#6f7a80', '#15191c', '#d98a4a', 0.3],
  snow: ['#6f8fb4', '#b5c9dc', '#ecf2f2', '#ffffff', '#9bb3c8', '#27384c', '#d9643c', 0.1],
  ember: ['#170a0e', '#5f1c18', '#e05f20', '#ffd88c', '#5a1e1a', '#0b0506', '#ff8e2c', 0.7],
  teal: ['#17474c', '#65a59d', '#dcecd2', '#f8f8e0', '#5a9090', '#0c2327', '#f0c06a', 0.3],
  fey: ['#1f1a48', '#77489a', '#f0a4b8', '#ffe8da', '#6a4688', '#120d26', '#7ff0d4', 0.6],
  moss: ['#3b6148', '#9bb474', '#f1f0ba', '#fffbd8', '#6d8f5c', '#142012', '#f2ae4a', 0.2],
  desert: ['#3189b4', '#ecc890', '#fbe4b4', '#fff8dc', '#d69a68', '#4a2219', '#d24a2c', 0],
  blood: ['#170c12', '#5f1e2a', '#c0573f', '#ffdcb4', '#52202c', '#0a0507', '#ff5a36', 0.65],
  under: ['#050f14', '#0f3038', '#2f8480', '#c4f8e4', '#1a4c50', '#03080a', '#5ce8c8', 0.9],
  holy: ['#5a7fae', '#d8c9b0', '#fff2cc', '#fffdf0', '#b0a8a8', '#3a3644', '#ffca5a', 0.1],
  autumn: ['#5f7f9a', '#e0b080', '#fbdca0', '#fff0c8', '#b08468', '#3a2018', '#e8601f', 0.2],
  ash: ['#1c1b1f', '#4f4748', '#a08478', '#ffd8b0', '#524a4c', '#0c0b0d', '#ff7a2a', 0.55],
} satisfies Record<string, Swatch>
type SwatchName = keyof typeof swatches

export const named: Record<Idea<'colour'>, Rgb> = {
  red: hex('#c2322c'),
  orange: hex('#e07a2c'),
  yellow: hex('#e8c34a'),
  gold: hex('#e0aa3c'),
  green: hex('#3f8a4a'),
  teal: hex('#2a8f8a'),
  blue: hex('#2f62b4'),
  purple: hex('#7446a0'),
  pink: hex('#e08a9a'),
  brown: hex('#7a4c2c'),
  black: hex('#1d1b22'),
  white: hex('#f1ece0'),
  grey: hex('#8a8d92'),
}

const byTime: Record<Idea<'time'>, readonly SwatchName[]> = {
  dawn: ['dawn', 'rose'],
  day: ['day', 'summer'],
  golden: ['golden'],
  dusk: ['dusk', 'violet', 'copper'],
  night: ['night', 'indigo', 'verdigris'],
}

const first = <T>(...choices: (T | false | undefined)[]): T | undefined => choices.find(Boolean) as T | undefined

/** Returns the swatches of the first matching rule, or else nine. The scene gets one of them at random. */
const swatchNames = (scene: Scene): readonly SwatchName[] => {
  const { time, weather, season, mood, place } = scene
  const is = (list: readonly string[], ...ideas: string[]) => ideas.some((idea) => list.includes(idea))
  const chosen = first<readonly SwatchName[]>(
    is(place, 'cave') && !is(mood, 'infernal') && ['under'],
    is(mood, 'infernal') && (is(time, 'night') ? ['blood', 'ember'] : ['ember', 'blood']),
    is(place, 'volcano') && ['ember', 'ash'],
    is(weather, 'aurora') && ['verdigris', 'night'],
    is(time, 'night') &&
      (is(mood, 'magical') ? ['indigo', 'fey'] : is(weather, 'fog') ? ['verdigris', 'night'] : byTime.night),
    is(weather, 'storm') && ['storm'],
    time[0] && time[0] !== 'day' && byTime[time[0]],
    is(mood, 'magical') && ['fey', 'violet'],
    is(weather, 'ash') && ['ash'],
    is(mood, 'holy') && ['holy'],
    is(mood, 'eerie') && ['teal', 'verdigris', 'violet'],
    is(mood, 'grim') && ['slate', 'storm'],
    (is(weather, 'snow') || is(season, 'winter') || is(place, 'tundra')) && ['snow'],
    is(weather, 'rain') && ['slate', 'storm'],
    is(weather, 'fog') && ['teal', 'slate', 'dawn'],
    is(season, 'autumn') && ['autumn', 'golden'],
    is(place, 'desert', 'canyon') && (is(time, 'day') ? ['desert'] : ['desert', 'copper']),
    is(time, 'day') && byTime.day,
    is(scene.motif, 'moon', 'star') && byTime.night,
    is(scene.motif, 'lighthouse', 'lantern', 'campfire') && ['dusk', 'night', 'violet'],
    is(place, 'marsh') && ['teal', 'dusk', 'dawn'],
    is(place, 'forest', 'jungle') && ['moss', 'golden', 'summer'],
  )
  return chosen ?? ['day', 'golden', 'dusk', 'dawn', 'violet', 'summer', 'rose', 'copper', 'teal']
}

const build = ([zenith, midway, horizon, light, far, near, accent, dark]: Swatch): Palette => ({
  zenith: hex(zenith),
  mid: hex(midway),
  horizon: hex(horizon),
  light: hex(light),
  far: hex(far),
  near: hex(near),
  accent: hex(accent),
  dark,
})

const parts = ['zenith', 'mid', 'horizon', 'light', 'far', 'near', 'accent'] as const

export const recolour = (palette: Palette, change: (colour: Rgb, part: (typeof parts)[number]) => Rgb): Palette => ({
  ...palette,
  ...(Object.fromEntries(parts.map((part) => [part, change(palette[part], part)])) as Record<
    (typeof parts)[number],
    Rgb
  >),
})

/** A colour named in the prompt leans the whole picture towards itself, the air most and the lamps least. */
const lean = (palette: Palette, colour: Rgb): Palette =>
  recolour(palette, (own, part) => {
    const amount = { zenith: 0.55, mid: 0.7, horizon: 0.45, light: 0.18, far: 0.65, near: 0.5, accent: 0 }[part]
    return tint(own, colour, amount)
  })

/** The palette for a scene: time, weather, mood and place choose it, named colours lean it, chance turns it a little. */
export const paletteFor = (scene: Scene, next: Random): Palette => {
  const name = next.pick(swatchNames(scene))
  const turn = next.between(-0.1, 0.1)
  const base = recolour(build(swatches[name] as Swatch), (colour) => shift(colour, { hue: turn }))
  const colours = scene.colour.filter((colour) => colour !== 'gold' && ![...scene.tints.values()].includes(colour))
  return colours.slice(0, 1).reduce((palette, colour) => {
    const target = named[colour]
    if (colour === 'black') return recolour(palette, (own) => shift(own, { light: -0.06, chroma: 0.8 }))
    if (colour === 'white' || colour === 'grey')
      return recolour(palette, (own, part) => (part === 'accent' ? own : shift(own, { chroma: 0.45 })))
    return lean(palette, target)
  }, base)
}

/** Light falling on a thing of this colour under this palette: by night everything sinks towards the near dark and its hue. */
export const underLight = (palette: Palette, albedo: Rgb): Rgb => {
  const dimmed = mix(albedo, palette.near, 0.2 + 0.52 * palette.dark)
  return tint(dimmed, palette.mid, 0.22 + 0.3 * palette.dark)
}

/** Distance: 0 here, 1 at the horizon. */
export const through = (palette: Palette, colour: Rgb, distance: number): Rgb =>
  mix(colour, mix(palette.far, palette.horizon, Math.max(0, distance - 0.45) * 1.1), distance * 0.94)

export interface Inks {
  lit: Rgb
  base: Rgb
  shade: Rgb
  deep: Rgb
}

/** Four tones of one thing: lit leans to the colour of the light, shade to the colour of the air. */
export const inks = (palette: Palette, albedo: Rgb, distance = 0): Inks => {
  const base = underLight(palette, albedo)
  const lift = 0.5 - 0.16 * palette.dark
  return {
    lit: through(palette, mix(base, mix(albedo, palette.light, 0.45), lift), distance),
    base: through(palette, base, distance),
    shade: through(palette, mix(base, mix(palette.near, palette.zenith, 0.25), 0.52), distance),
    deep: through(palette, mix(base, palette.near, 0.82), distance),
  }
}
