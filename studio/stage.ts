import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { MapPlan } from '#domain/map-plan.ts'
import { shift } from './colour.ts'
import { clamp, type Noise, noise, smooth } from './noise.ts'
import { type Palette, paletteFor, recolour } from './palette.ts'
import { readPrompt, type Scene } from './prompt.ts'
import type { Random } from './random.ts'
import { random } from './random.ts'
import type { Reference } from './reference.ts'
import { type Things, type Watch, watch } from './things.ts'

export type Style = 'fantasy-art' | 'digital-art' | 'comic-book'
export type Pen = SKRSContext2D

const asStyle = (preset: string | null): Style =>
  preset === 'digital-art' || preset === 'comic-book' ? preset : 'fantasy-art'

export interface Known {
  plan?: MapPlan
  things?: Things
}

/** Everything a model draws with. Lengths are pixels; `u` is a thousandth of the shorter side, so that sizes carry over. */
export interface Stage {
  canvas: Canvas
  pen: Pen
  w: number
  h: number
  u: number
  style: Style
  /** Of this picture: what was ordered and the words together. */
  seed: number
  scene: Scene
  /** The prompt as it was written, for pictures with words on them. */
  prompt: string
  palette: Palette
  /** What the model tells of its picture beyond the pixels. */
  known: Known
  /** A picture to lean on, or null. */
  reference: Reference | null
  /** Where the light stands, and the side it falls from: 1 from the right, -1 from the left. */
  sun: { x: number; y: number; side: number }
  chance(label: string): Random
  noise(label: string): Noise
  has<G extends keyof Scene>(group: G, ...ideas: string[]): boolean
  /** Whether the studio may add this by itself: not if it was asked to leave it out. */
  may(idea: string): boolean
  /** Draws a thing and keeps where it was drawn, under these words; a subject is what the picture is of. */
  thing: Watch['thing']
  /** The same for a thing whose mask is known. */
  masked: Watch['masked']
  /** What was drawn where, once all is drawn. */
  things: Watch['things']
}

export interface StageRequest {
  model: string
  prompt: string
  negativePrompt: string
  stylePreset: string | null
  width: number
  height: number
  seed: number
}

const vivid: Record<Style, { chroma: number; light: number }> = {
  'fantasy-art': { chroma: 1, light: 0 },
  'digital-art': { chroma: 1.18, light: 0.01 },
  'comic-book': { chroma: 1.3, light: 0.03 },
}

/** The palette hears a reference before anything is mixed from it. */
export const openStage = (
  request: StageRequest,
  reference: Reference | null = null,
  scene: Scene = readPrompt(request.prompt, request.negativePrompt),
): Stage => {
  const style = asStyle(request.stylePreset)
  const seed = (request.seed ^ scene.hash) >>> 0
  const canvas = createCanvas(request.width, request.height)
  const { width: w, height: h } = request
  const place = random(seed, 'sun')
  const chosen = place.chance(0.5) ? place.between(0.16, 0.42) : place.between(0.58, 0.84)
  const x =
    w *
    (reference
      ? chosen + (clamp(0.5 + (reference.light.x - 0.5) * 2, 0.12, 0.88) - chosen) * smooth(0, 0.3, reference.strength)
      : chosen)
  return {
    canvas,
    pen: canvas.getContext('2d'),
    w,
    h,
    u: Math.min(w, h) / 1000,
    style,
    seed,
    scene,
    prompt: request.prompt,
    known: {},
    reference,
    palette: recolour(
      reference
        ? reference.adjust(paletteFor(scene, random(seed, 'palette')))
        : paletteFor(scene, random(seed, 'palette')),
      (colour) => shift(colour, vivid[style]),
    ),
    sun: { x, y: h * 0.3, side: x > w / 2 ? 1 : -1 },
    chance: (label) => random(seed, `${request.model}/${label}`),
    noise: (label) => noise(seed, `${request.model}/${label}`),
    has: (group, ...ideas) => ideas.some((idea) => (scene[group] as readonly string[]).includes(idea)),
    may: (idea) => !scene.banned.has(idea),
    ...watch(canvas, (word) => scene.tints.get(word)),
  }
}

/** y of the horizon: at the share of the height that a model chose, or by strength where the reference has it. */
export const horizonOf = ({ h, reference }: Stage, chosen: number): number =>
  h * (reference ? chosen + (reference.horizon - chosen) * smooth(0.1, 0.7, reference.strength) : chosen)

/** A canvas of the same size to draw on apart, with its pen. */
export const sheet = (stage: Stage, w = stage.w, h = stage.h): { canvas: Canvas; pen: Pen } => {
  const canvas = createCanvas(Math.max(1, Math.ceil(w)), Math.max(1, Math.ceil(h)))
  return { canvas, pen: canvas.getContext('2d') }
}

/** How a style breaks light into tones: paint has all of them, flats have four, ink has three. */
export const toneOf: Record<Style, (light: number) => number> = {
  'fantasy-art': (light) => light,
  'digital-art': (light) => (light < 0.3 ? 0.12 : light < 0.55 ? 0.42 : light < 0.8 ? 0.68 : 0.96),
  'comic-book': (light) => (light < 0.36 ? 0.06 : light < 0.66 ? 0.5 : 0.95),
}

/** How a style draws the spark of a surface, from 0 to 1: paint as it is, the others as one spot or none. */
export const sparkleOf: Record<Style, (spark: number) => number> = {
  'fantasy-art': (spark) => spark,
  'digital-art': (spark) => (spark > 0.3 ? 0.85 : 0),
  'comic-book': (spark) => (spark > 0.3 ? 0.85 : 0),
}

/** Draws in a saved and restored state. */
export const apart = (pen: Pen, draw: () => void): void => {
  pen.save()
  draw()
  pen.restore()
}
