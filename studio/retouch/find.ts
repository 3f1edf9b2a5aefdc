import { type Lab, toLab } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { type Group, lexicon } from '../lexicon.ts'
import { named } from '../palette.ts'
import { readPrompt, type Scene, stems } from '../prompt.ts'
import type { Things } from '../things.ts'
import { knownSubject, placeOf } from './known.ts'
import { labsOf } from './lab.ts'
import { enlarged, shareOf } from './mask.ts'
import { refined } from './matte.ts'
import type { Mask, Raster } from './raster.ts'
import { refusals } from './refusal.ts'
import { segment, tidied } from './segment.ts'
import { isLandscape, skyOf } from './skyline.ts'
import { smaller, subjectOf } from './subject.ts'

/** Shares of a picture: a mask below the first is a speck, one above the second nearly everything. Neither counts as found. */
const leastShare = 0.0008
const mostShare = 0.97

const groups = Object.keys(lexicon) as Group[]

/** Returns the names by which the studio's notes may call what the words describe. */
export const namesOf = (words: string, scene: Scene = readPrompt(words)): Set<string> =>
  new Set([
    ...groups.flatMap((group) => scene[group] as readonly string[]),
    ...(words.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap(stems),
  ])

/** Returns a measure of how far an OKLab colour is from a named one: 0 for the same; above 1 the name no longer fits. */
const offFrom = (target: Lab, name: Idea<'colour'>) => {
  const hue = Math.atan2(target[2], target[1])
  return (l: number, a: number, b: number): number => {
    const chroma = Math.hypot(a, b)
    if (name === 'black') return l / 0.3 + chroma / 0.2 - 0.3
    if (name === 'white') return (1 - l) / 0.22 + chroma / 0.12 - 0.3
    if (name === 'grey') return chroma / 0.035 + Math.max(0, Math.abs(l - 0.58) - 0.2) / 0.1
    const turn = Math.abs(((Math.atan2(b, a) - hue + 3 * Math.PI) % (2 * Math.PI)) - Math.PI)
    return turn / 0.5 + Math.max(0, 0.055 - chroma) / 0.03 + Math.abs(l - target[0]) / 0.75
  }
}

/** Returns how well each pixel of a small picture matches a named colour, 0 to 1. */
const coloured = (picture: Raster, name: Idea<'colour'>): Float32Array => {
  const { l, a, b } = labsOf(picture)
  const off = offFrom(toLab(named[name]), name)
  return l.map((light, i) => Math.min(1, Math.max(0, 1.5 - off(light, a[i] as number, b[i] as number))))
}

type Region = 'sky' | 'ground' | 'background' | 'subject'
const regions: readonly (readonly [Region, RegExp])[] = [
  ['sky', /\b(sky|skies|heavens?|clouds?)\b/i],
  ['ground', /\b(ground|floor|earth|foreground)\b/i],
  ['background', /\b(background|backdrop|behind|surroundings?)\b/i],
  [
    'subject',
    /\b(subject|object|thing|figure|person|people|man|woman|character|creature|portrait|face|middle|centre|center)\b/i,
  ],
]

/** Returns the share of each pixel of a small picture that belongs to a region. */
const regionOf = (picture: Raster, region: Region, seed: number): Float32Array => {
  if (region === 'subject') return subjectOf(picture, seed)
  if (region === 'background') return subjectOf(picture, seed).map((share) => 1 - share)
  const sky = skyOf(picture, seed)
  return region === 'sky' ? sky : sky.map((share) => 1 - share)
}

export interface Looked {
  picture: Raster
  things: Things | undefined
  seed: number
}

const found = (mask: Mask): Mask | null => {
  const share = shareOf(mask)
  return share > leastShare && share < mostShare ? mask : null
}

const band = ({ w, h }: Raster): number => Math.max(2, Math.round(Math.min(w, h) / 130))

/** Returns a mask of the main subject: from the studio's notes, from transparency, or by salience. Throws a `Refusal` if none is found. */
export const findSubject = async ({ picture, things, seed }: Looked): Promise<Mask> => {
  const known = things && knownSubject(things, picture)
  const transparent = alphaOf(picture)
  const small = (known ?? transparent) ? null : await smaller(picture)
  const rough =
    known ?? transparent ?? (small && enlarged(foregroundOf(small, seed), small.w, small.h, picture.w, picture.h))
  const mask = rough && found(refined(picture, rough, band(picture)))
  if (!mask) throw refusals.noSubject()
  return mask
}

/** Returns the foreground of a small picture: in a landscape all below the sky, else the salient subject. */
const foregroundOf = (small: Raster, seed: number): Float32Array => {
  const sky = skyOf(small, seed)
  return isLandscape(small, sky) ? sky.map((share) => 1 - share) : subjectOf(small, seed)
}

/** Returns the alpha channel, 0 to 1, as the subject of a picture without background; null if at most 2 % is transparent. */
const alphaOf = ({ w, h, px }: Raster): Float32Array | null => {
  let clear = 0
  for (let i = 3; i < px.length; i += 4) if ((px[i] as number) < 128) clear++
  return clear > 0.02 * w * h ? Float32Array.from({ length: w * h }, (_, i) => (px[4 * i + 3] as number) / 255) : null
}

/** Returns the place of the noted things that the words name, of those in the named colour if there are any; null if none. */
const noted = ({ picture, things }: Looked, words: string, scene: Scene): Float32Array | null => {
  if (!things) return null
  const names = namesOf(words, scene)
  const colours: readonly string[] = scene.colour
  const plain = (word: string) => !Object.hasOwn(named, word)
  const meant = things.things.filter((thing) => thing.words.some((word) => plain(word) && names.has(word)))
  const tinted = meant.filter((thing) => thing.words.some((word) => colours.includes(word)))
  return placeOf(things, tinted.length ? tinted : meant, picture)
}

/** Returns a mask of what the words name; empty words mean the main subject. Throws a `Refusal` if the picture does not show it. */
export const find = async (looked: Looked, words: string): Promise<Mask> => {
  if (!words.trim()) return findSubject(looked)
  const { picture, seed } = looked
  const scene = readPrompt(words)
  const small = await smaller(picture)
  const large = (share: Float32Array) => enlarged(share, small.w, small.h, picture.w, picture.h)
  const colour = scene.colour[0]
  const tint = colour && large(coloured(small, colour))
  const known = noted(looked, words, scene)
  if (known) {
    const both = tint && known.map((share, i) => share * (tint[i] as number))
    const narrowed = both && shareOf(Uint8Array.from(both, (share) => 255 * share)) > leastShare
    const mask = found(refined(picture, narrowed ? both : known, band(picture)))
    if (mask) return mask
  }
  const region = regions.find(([, pattern]) => pattern.test(words))?.[0]
  if (region === 'subject') return findSubject(looked)
  const rough = region ? large(regionOf(small, region, seed)) : tint && large(patch(small, colour, seed))
  const mask = rough && found(refined(picture, rough, band(picture)))
  if (!mask) throw refusals.notFound(words)
  return mask
}

/** Returns the pieces of a small picture that have a colour, with their shades and highlights. */
const patch = (small: Raster, colour: Idea<'colour'>, seed: number): Float32Array => {
  const { w, h } = small
  const share = tidied(coloured(small, colour), w, h)
  const prior = share.map((value) => (value < 0.02 ? 0.04 : Math.min(0.96, value)))
  const grown = segment(labsOf(small), prior, seed, 2)
  // Shades may join, other things may not: pixels that match the colour by less than 0.15 remain below 0.5.
  return tidied(
    grown.map((value, i) => Math.min(value, 0.35 + (share[i] as number))),
    w,
    h,
  )
}
