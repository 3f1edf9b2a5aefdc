import { Path2D } from '@napi-rs/canvas'
import { css, mix, type Rgb } from './colour.ts'
import { finish } from './finish.ts'
import { type FormName, forms } from './forms.ts'
import { glow } from './glow.ts'
import type { Idea } from './lexicon.ts'
import { fbm } from './noise.ts'
import { stuffs } from './relief/material.ts'
import { raise } from './relief/raise.ts'
import { apart, type Pen, type Stage, sheet } from './stage.ts'
import { egg, eye, orb } from './still-life/globes.ts'
import { bell, hourglass } from './still-life/instruments.ts'
import { candle, lantern } from './still-life/lights.ts'
import { fungus } from './still-life/mushroom.ts'
import { type Subject, subjectOf } from './still-life/subject.ts'
import { backdrop, tabletop } from './still-life/table.ts'
import { chest, coins } from './still-life/treasure.ts'
import { chalice, potion, vase } from './still-life/vessels.ts'
import { openBook, rolledScroll } from './still-life/writings.ts'

/** What a lathe makes, by the name of the item. */
const turned = { bell, potion, chalice, candle, vase, orb, egg, eye, hourglass, lantern, mushroom: fungus }
type TurnedName = keyof typeof turned
const turnedNames: ReadonlySet<string> = new Set(Object.keys(turned))

type Item = Idea<'item'>

const lying = new Set<Item>([
  'sword',
  'dagger',
  'axe',
  'hammer',
  'mace',
  'spear',
  'bow',
  'staff',
  'key',
  'feather',
  'flute',
  'horn',
  'amulet',
  'rose',
  'mirror',
  'compass',
  'anchor',
  'mask',
  'heart',
  'ring',
  'gem',
  'shield',
])

/** One thing on a table, lit from the side. Long and flat things lie and are seen from above; the rest stand against a wall. */
export const drawStillLife = (stage: Stage): void => {
  const subject = subjectOf(stage)
  const { w, h, palette, u } = stage
  stage.sun.x = stage.sun.side > 0 ? w * 0.86 : w * 0.14
  stage.sun.y = h * 0.14
  if (lying.has(subject.item)) {
    tabletop(stage)
    stage.thing([subject.item], () => layOut(stage, subject), true)
  } else {
    const table = backdrop(stage)
    stand(stage, subject, table)
  }
  const magical = stage.has('mood', 'magical', 'eerie', 'holy') || stage.scene.feature.includes('glow')
  if (magical) aura(stage, subject.hue)
  glow(stage.pen, stage.sun.x, stage.sun.y, 520 * u, palette.light, 0.2)
  if (stage.may('dust')) dust(stage)
  finish(stage, 0.72)
}

/** Returns the shorter side of the picture, by which things are scaled. */
const shorterSide = (stage: Stage): number => Math.min(stage.w, stage.h)

const shadowOf = (
  stage: Stage,
  draw: (pen: Pen) => void,
  dx: number,
  dy: number,
  blur: number,
  alpha: number,
): void => {
  const cast = sheet(stage)
  draw(cast.pen)
  cast.pen.globalCompositeOperation = 'source-in'
  cast.pen.fillStyle = css(mix(stage.palette.near, [0, 0, 0], 0.5))
  cast.pen.fillRect(0, 0, stage.w, stage.h)
  apart(stage.pen, () => {
    stage.pen.globalAlpha = alpha
    stage.pen.filter = `blur(${blur}px)`
    stage.pen.drawImage(cast.canvas, dx, dy)
  })
}

const layOut = (stage: Stage, subject: Subject): void => {
  const { w, h, sun, u } = stage
  const next = stage.chance('pose')
  const parts = forms[subject.item as FormName] ?? forms.key
  const long = [
    'sword',
    'dagger',
    'axe',
    'hammer',
    'mace',
    'spear',
    'bow',
    'staff',
    'key',
    'feather',
    'flute',
    'rose',
    'mirror',
  ].includes(subject.item)
  const diagonal = Math.atan2(w, h)
  const angle = long ? (next.chance(0.5) ? 1 : -1) * diagonal * next.between(0.35, 1.15) : next.between(-0.4, 0.4)
  const size = (long ? Math.hypot(w, h) * 0.335 : shorterSide(stage) * 0.33) * next.between(0.8, 1.08)
  const [x, y] = [w * next.between(0.46, 0.54), h * next.between(0.46, 0.54)]
  const place = (pen: Pen, draw: () => void) => {
    pen.save()
    pen.translate(x, y)
    pen.rotate(angle)
    pen.scale(size, size)
    draw()
    pen.restore()
  }
  const silhouette = (pen: Pen) =>
    place(pen, () => {
      for (const part of parts) pen.fill(new Path2D(part.d), 'evenodd')
    })
  shadowOf(stage, silhouette, -sun.side * 26 * u, 30 * u, 20 * u, 0.7)
  shadowOf(stage, silhouette, -sun.side * 8 * u, 9 * u, 5 * u, 0.75)
  const grain = stage.noise('hammered')
  for (const part of parts) {
    const { colour, material } = subject.of[part.of]
    raise(
      stage,
      (pen) =>
        place(pen, () => {
          pen.fillStyle = css(colour)
          pen.fill(new Path2D(part.d), 'evenodd')
        }),
      {
        bevel: Math.max(2, part.bevel * size),
        profile: 'chisel' in part && part.chisel ? 'chisel' : 'round',
        material,
        wear: 'chisel' in part && part.chisel ? 1.5 * u : 3 * u,
        ...(part.of === 'wood'
          ? {
              grain: (x, y) =>
                1.6 *
                grain(
                  (x * Math.cos(angle) + y * Math.sin(angle)) / (7 * u),
                  (y * Math.cos(angle) - x * Math.sin(angle)) / (90 * u),
                ),
            }
          : material === stuffs.worn
            ? { grain: (x, y) => 2.2 * fbm(grain, x / (16 * u), y / (16 * u), 3) }
            : {}),
      },
    )
    if (part.of === 'gem') glow(stage.pen, w / 2, h / 2, size * 0.9, colour, 0.07)
  }
}

const stand = (stage: Stage, subject: Subject, table: number): void => {
  const { w, h, u, sun } = stage
  const next = stage.chance('stand')
  const size = Math.min(shorterSide(stage) * 0.7, h * 0.6) * next.between(0.74, 1.06)
  const foot = table + (h - table) * 0.34
  const x = w * next.between(0.38, 0.62)
  const draw = (target: Stage) => {
    const site = { x, foot, size, subject }
    if (turnedNames.has(subject.item)) turned[subject.item as TurnedName](target, site)
    else if (subject.item === 'book') openBook(target, site)
    else if (subject.item === 'scroll') rolledScroll(target, site)
    else if (subject.item === 'chest') chest(target, site)
    else if (subject.item === 'coin') coins(target, site)
    else standing(target, subject, x, foot, size)
  }
  // Drawn once apart, so that its silhouette can fall on the table as a shadow and shine in the polish.
  const own = sheet(stage)
  draw({ ...stage, canvas: own.canvas, pen: own.pen })
  apart(stage.pen, () => {
    const cast = sheet(stage)
    cast.pen.drawImage(own.canvas, 0, 0)
    cast.pen.globalCompositeOperation = 'source-in'
    cast.pen.fillStyle = css(mix(stage.palette.near, [0, 0, 0], 0.55))
    cast.pen.fillRect(0, 0, w, h)
    stage.pen.filter = `blur(${16 * u}px)`
    stage.pen.globalAlpha = 0.78
    stage.pen.transform(1, 0, sun.side * 0.85, -0.26, -sun.side * 0.85 * foot, foot * 1.26 - 4 * u)
    stage.pen.drawImage(cast.canvas, 0, 0)
  })
  apart(stage.pen, () => {
    stage.pen.globalAlpha = 0.2
    stage.pen.filter = `blur(${5 * u}px)`
    stage.pen.translate(0, foot * 2 - 8 * u)
    stage.pen.scale(1, -1)
    stage.pen.drawImage(own.canvas, 0, 0)
  })
  stage.thing([subject.item], () => stage.pen.drawImage(own.canvas, 0, 0), true)
}

const standing = (stage: Stage, subject: Subject, x: number, foot: number, size: number): void => {
  const parts = forms[subject.item as FormName] ?? forms.skull
  for (const part of parts) {
    const { colour, material } = subject.of[part.of]
    raise(
      stage,
      (pen) => {
        pen.save()
        pen.translate(x, foot - size * 0.5)
        pen.scale(size * 0.52, size * 0.52)
        pen.fillStyle = css(colour)
        pen.fill(new Path2D(part.d), 'evenodd')
        pen.restore()
      },
      { bevel: part.bevel * size * 0.52, profile: 'chisel' in part && part.chisel ? 'chisel' : 'round', material },
    )
  }
}

const aura = (stage: Stage, hue: Rgb): void => {
  const { w, h, u, pen } = stage
  const next = stage.chance('aura')
  const bright = mix(hue, [255, 255, 255], 0.35)
  glow(pen, w / 2, h * 0.52, 460 * u, bright, 0.32)
  for (let i = 0; i < 46; i++) {
    const a = next() * Math.PI * 2
    const r = (150 + 260 * next()) * u
    glow(pen, w / 2 + Math.cos(a) * r, h * 0.5 + Math.sin(a) * r, next.between(6, 22) * u, bright, 0.8)
  }
}

const dust = (stage: Stage): void => {
  const { w, h, u, pen, palette } = stage
  const next = stage.chance('dust')
  for (let i = 0; i < 60; i++) {
    pen.fillStyle = css(palette.light, next.between(0.05, 0.3))
    pen.beginPath()
    pen.arc(next() * w, next() * h * 0.8, next.between(0.8, 2.4) * u, 0, 7)
    pen.fill()
  }
}
