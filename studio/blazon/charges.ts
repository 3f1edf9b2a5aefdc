import { Path2D } from '@napi-rs/canvas'
import { beasts } from '../beasts.ts'
import { css, hex, mix, type Rgb } from '../colour.ts'
import type { Part } from '../forms/part.ts'
import { type FormName, forms } from '../forms.ts'
import type { Idea } from '../lexicon.ts'
import { stuffs } from '../relief/material.ts'
import { raise } from '../relief/raise.ts'
import type { Pen, Stage } from '../stage.ts'
import { type Arms, tinctures } from './arms.ts'
import type { ordinaries } from './fields.ts'

const beastOf: Partial<Record<Idea<'charge'>, keyof typeof beasts>> = {
  lion: 'cat',
  wolf: 'wolf',
  dragon: 'dragon',
  eagle: 'eagle',
  raven: 'raven',
  stag: 'stag',
  bear: 'bear',
  boar: 'boar',
  horse: 'horse',
  serpent: 'serpent',
  owl: 'owl',
  spider: 'spider',
}

/** Draws the charge once in a large size, or in smaller copies at the positions that suit the ordinary (`around`). */
export const charges = (
  stage: Stage,
  arms: Arms,
  colour: Rgb,
  { x, y, size }: { x: number; y: number; size: number },
): void => {
  const around: Partial<Record<keyof typeof ordinaries, [number, number, number][]>> = {
    chevron: [
      [-0.38, -0.44, 0.22],
      [0.38, -0.44, 0.22],
      [0, 0.52, 0.24],
    ],
    cross: [
      [-0.42, -0.48, 0.18],
      [0.42, -0.48, 0.18],
      [-0.36, 0.3, 0.16],
      [0.36, 0.3, 0.16],
    ],
    saltire: [
      [0, -0.56, 0.18],
      [-0.5, -0.06, 0.18],
      [0.5, -0.06, 0.18],
      [0, 0.5, 0.18],
    ],
    bend: [
      [-0.4, -0.46, 0.17],
      [0, -0.06, 0.17],
      [0.38, 0.34, 0.15],
    ],
    fess: [
      [-0.42, -0.02, 0.17],
      [0, -0.02, 0.17],
      [0.42, -0.02, 0.17],
    ],
    chief: [[0, 0.16, 0.44]],
    bordure: [[0, -0.04, 0.42]],
    pile: [[0, -0.42, 0.3]],
  }
  const spots = arms.ordinary
    ? (around[arms.ordinary] ?? [[0, 0, 0.5]])
    : ([[0, -0.04, 0.56]] as [number, number, number][])
  const beast = arms.charge ? beastOf[arms.charge] : undefined
  const parts: readonly { d: string; bevel: number; line?: number; inner: boolean; soft?: boolean }[] = beast
    ? beasts[beast].parts.map((part) => ({
        d: part.d,
        bevel: part.bevel * 0.0042,
        inner: ['nose', 'red'].includes(part.of),
        soft: part.of === 'dark' || part.of === 'beak',
        ...(part.line ? { line: part.line } : {}),
      }))
    : (forms[(arms.charge ?? 'star') as FormName] as readonly Part[]).map((part) => ({
        d: part.d,
        bevel: part.bevel,
        inner: part.of === 'dark' || part.of === 'leather',
      }))
  const shadow = mix(colour, hex('#1a1210'), 0.62)
  const material =
    colour === tinctures.or ? stuffs.metal : colour === tinctures.argent ? stuffs.worn : { metal: 0.2, gloss: 0.5 }
  for (const [dx, dy, r] of spots) {
    const place = (pen: Pen, draw: () => void) => {
      pen.save()
      pen.translate(x + dx * size, y + dy * size)
      pen.scale(r * size, r * size)
      if (beast) {
        pen.scale(0.0043, 0.0043)
        pen.translate(-206, -290)
      }
      draw()
      pen.restore()
    }
    const shape = (pen: Pen) =>
      place(pen, () => {
        pen.beginPath()
        if (beast) {
          pen.rect(-60, -40, 540, 545)
          pen.clip()
        }
        for (const part of parts) {
          const path = new Path2D(part.d)
          pen.lineWidth = part.line ?? 1
          pen.lineCap = 'round'
          if (part.line) pen.stroke(path)
          else pen.fill(path, 'evenodd')
        }
      })
    stage.pen.save()
    stage.pen.filter = `blur(${5 * stage.u}px)`
    stage.pen.fillStyle = css([0, 0, 0], 0.5)
    stage.pen.strokeStyle = css([0, 0, 0], 0.5)
    stage.pen.translate(-stage.sun.side * 5 * stage.u, 7 * stage.u)
    shape(stage.pen)
    stage.pen.restore()
    for (const part of parts)
      raise(
        stage,
        (pen) =>
          place(pen, () => {
            if (beast) {
              pen.beginPath()
              pen.rect(-60, -40, 540, 545)
              pen.clip()
            }
            pen.fillStyle = css(part.inner ? shadow : part.soft ? mix(colour, shadow, 0.36) : colour)
            pen.strokeStyle = pen.fillStyle
            const path = new Path2D(part.d)
            pen.lineWidth = part.line ?? 1
            pen.lineCap = 'round'
            if (part.line) pen.stroke(path)
            else pen.fill(path, 'evenodd')
          }),
        { bevel: Math.max(2, part.bevel * r * size * (beast ? 1 : 1)), material },
      )
    if (beast) stageEyes(stage, beasts[beast].eyes, place, shadow)
  }
}

const stageEyes = (
  stage: Stage,
  eyes: (typeof beasts)['wolf']['eyes'],
  place: (pen: Pen, draw: () => void) => void,
  colour: Rgb,
): void =>
  place(stage.pen, () => {
    stage.pen.fillStyle = css(colour)
    for (const [x, y, r] of eyes) {
      stage.pen.beginPath()
      stage.pen.arc(x, y, r, 0, 7)
      stage.pen.fill()
    }
  })
