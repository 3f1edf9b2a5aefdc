import { Path2D } from '@napi-rs/canvas'
import { type BeastName, beasts } from '../beasts.ts'
import { css, hex, mix, type Rgb } from '../colour.ts'
import { hideOf } from '../creatures/hide.ts'
import { glow } from '../glow.ts'
import { fbm } from '../noise.ts'
import { stuffs } from '../relief/material.ts'
import { raise } from '../relief/raise.ts'
import type { Pen, Stage } from '../stage.ts'

/** Returns the height of the coat at a pixel: long strokes for fur and feathers, cells for scales. */
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

/** Draws a beast's head and shoulders, with glowing eyes. */
export const drawBeast = (stage: Stage, creature: BeastName, middle: { x: number; y: number }): void => {
  const { w, h, u, palette, sun, style } = stage
  const beast = beasts[creature]
  const { coat, iris } = hideOf(stage, creature)
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
