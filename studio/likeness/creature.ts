import { Path2D } from '@napi-rs/canvas'
import { beasts } from '../beasts.ts'
import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import type { Idea } from '../lexicon.ts'
import { fbm } from '../noise.ts'
import { named } from '../palette.ts'
import { stuffs } from '../relief/material.ts'
import { raise } from '../relief/raise.ts'
import type { Pen, Stage } from '../stage.ts'

const coats: Record<Idea<'creature'>, string> = {
  wolf: '#6e6a68',
  dragon: '#8a2f28',
  raven: '#23222c',
  eagle: '#6a4426',
  owl: '#8a6a48',
  stag: '#8a5a36',
  bear: '#5a3c28',
  horse: '#5c4030',
  serpent: '#4f7a44',
  cat: '#c08a44',
  skull: '#e0d6bc',
  spider: '#2c2428',
  boar: '#5a4638',
  goat: '#b8b0a4',
  bat: '#3a3038',
  rat: '#6a5c54',
  toad: '#6f8a3e',
  kraken: '#8a3f5c',
  beholder: '#8a4a6a',
  demon: '#8f2a24',
}

/** What covers it: long strokes for fur and feathers, cells for scales. */
const cover = (stage: Stage, kind: 'fur' | 'feather' | 'scale' | 'smooth'): ((x: number, y: number) => number) => {
  const shape = stage.noise('cover')
  const { u, sun } = stage
  if (kind === 'scale')
    return (x, y) => {
      const row = Math.floor(y / (15 * u))
      const cx = (((x / (19 * u) + (row % 2) * 0.5) % 1) + 1) % 1
      const cy = y / (15 * u) - row
      return -3.2 * u * Math.hypot(cx - 0.5, (cy - 0.15) * 0.8)
    }
  if (kind === 'smooth') return (x, y) => 2.4 * fbm(shape, x / (40 * u), y / (40 * u), 3)
  const long = kind === 'feather' ? 34 : 52
  return (x, y) => 3.1 * fbm(shape, (x + sun.side * y * 0.5) / (8 * u), (y - sun.side * x * 0.5) / (long * u), 2)
}

/** A beast's head and shoulders against the light, its eye the brightest thing. */
export const drawCreature = (stage: Stage, creature: Idea<'creature'>, middle: { x: number; y: number }): void => {
  const { w, h, u, palette, sun, scene, style } = stage
  const beast = beasts[creature]
  const said =
    scene.tints.get(creature) ??
    scene.colour.find((colour) => ![...scene.tints.values()].includes(colour)) ??
    [...scene.tints].find(([noun]) => !['eye', 'moon', 'sun', 'sky'].includes(noun))?.[1]
  const coat = said ? mix(named[said], hex(coats[creature]), 0.28) : hex(coats[creature])
  const scale = Math.min((h * 0.98) / 500, (w * 1.12) / 400) * 1.04
  const frame = (pen: Pen, draw: () => void) => {
    pen.save()
    pen.translate(middle.x, h + 14 * u)
    pen.scale(sun.side * scale, scale)
    pen.translate(-206, -514)
    draw()
    pen.restore()
  }
  const grain = cover(stage, beast.cover)
  const colours: Record<string, Rgb> = {
    coat,
    dark: mix(coat, palette.near, 0.6),
    pale: mix(coat, hex('#f0e6d2'), 0.55),
    horn: hex('#d8c8a4'),
    beak: hex('#3a3434'),
    gold: hex('#d99a34'),
    nose: hex('#17131a'),
    red: hex('#a03038'),
  }
  for (const part of beast.parts) {
    raise(
      stage,
      (pen) =>
        frame(pen, () => {
          pen.fillStyle = css(colours[part.of] ?? coat)
          pen.strokeStyle = pen.fillStyle
          const path = new Path2D(part.d)
          if (part.line) {
            pen.lineWidth = part.line
            pen.lineCap = 'round'
            pen.lineJoin = 'round'
            pen.stroke(path)
          } else pen.fill(path, 'evenodd')
        }),
      {
        bevel: part.bevel * scale,
        material:
          part.of === 'horn' || part.of === 'beak'
            ? stuffs.bone
            : part.of === 'nose'
              ? stuffs.leather
              : beast.cover === 'scale'
                ? { metal: 0.25, gloss: 0.4 }
                : stuffs.hair,
        wear: Math.max(2, part.bevel * scale * 0.16),
        ...(['coat', 'dark', 'pale'].includes(part.of) ? { grain } : {}),
      },
    )
  }
  const eyeTint = scene.tints.get('eye')
  const iris = eyeTint
    ? named[eyeTint]
    : creature === 'skull'
      ? palette.accent
      : mix(palette.accent, hex('#f0b030'), 0.4)
  frame(stage.pen, () => {
    const pen = stage.pen
    for (const [x, y, r, slit] of beast.eyes) {
      pen.fillStyle = css(mix(palette.near, [0, 0, 0], 0.5))
      pen.beginPath()
      pen.ellipse(x, y, r * 1.45, r * 1.15, 0.25, 0, 7)
      pen.fill()
      pen.fillStyle = css(iris)
      pen.beginPath()
      pen.arc(x, y, r, 0, 7)
      pen.fill()
      pen.fillStyle = css([6, 4, 8])
      pen.beginPath()
      pen.ellipse(x, y, slit ? r * 0.24 : r * 0.5, slit ? r * 0.85 : r * 0.5, 0, 0, 7)
      pen.fill()
      pen.fillStyle = css([255, 255, 255], 0.9)
      pen.beginPath()
      pen.arc(x + r * 0.35, y - r * 0.35, r * 0.2, 0, 7)
      pen.fill()
    }
  })
  for (const [x, y, r] of beast.eyes)
    glow(
      stage.pen,
      middle.x + sun.side * scale * (x - 206),
      h + 14 * u + scale * (y - 514),
      r * scale * (stage.has('mood', 'eerie', 'grim', 'magical', 'infernal') || creature === 'skull' ? 7 : 3),
      iris,
      style === 'comic-book' ? 0.25 : 0.5,
    )
}
