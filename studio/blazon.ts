import { Path2D } from '@napi-rs/canvas'
import { against, armsOf, isMetal, tinctures } from './blazon/arms.ts'
import type { Cast } from './blazon/cast.ts'
import { charges } from './blazon/charges.ts'
import { crest } from './blazon/crest.ts'
import { fields, ordinaries } from './blazon/fields.ts'
import { mantle, ribbon } from './blazon/mantling.ts'
import { css, mix, type Rgb } from './colour.ts'
import { finish } from './finish.ts'
import { forms } from './forms.ts'
import { glow } from './glow.ts'
import { fbm } from './noise.ts'
import { type Material, stuffs } from './relief/material.ts'
import { raise } from './relief/raise.ts'
import type { Pen, Stage } from './stage.ts'

const outline =
  'M-.72 -.86C-.46 -.8 -.22 -.84 0 -.94C.22 -.84 .46 -.8 .72 -.86C.8 -.36 .82 .1 .62 .44C.46 .7 .2 .84 0 1C-.2 .84 -.46 .7 -.62 .44C-.82 .1 -.8 -.36 -.72 -.86Z'

/** Draws a coat of arms: mantling, helm or crown, shield with division, ordinary and charge, and a ribbon without lettering. */
export const drawBlazon = (stage: Stage): void => {
  const { w, h, u, pen, palette, may, has, sun } = stage
  const arms = armsOf(stage)
  sun.y = h * 0.16
  const size = Math.min(w * 0.345, h * 0.31)
  const at = { x: w / 2, y: h * 0.515 }
  drawWall(stage, tinctures[arms.field])
  const place = (p: Pen, draw: () => void) => {
    p.save()
    p.translate(at.x, at.y)
    p.scale(size, size)
    draw()
    p.restore()
  }
  const cast: Cast = (d, colour, bevel, material, clip, grain) =>
    raise(
      stage,
      (p) =>
        place(p, () => {
          if (clip) p.clip(new Path2D(clip))
          p.fillStyle = css(colour)
          p.fill(new Path2D(d), 'evenodd')
        }),
      { bevel: bevel * size, material, ...(grain ? { grain } : {}) },
    )
  const cloth = stage.noise('cloth')
  const folds = (x: number, y: number) => 3 * fbm(cloth, x / (50 * u), y / (90 * u), 2)
  if (may('mantling')) stage.thing(['mantling'], () => mantle(stage, cast, arms, folds), true)
  if (may('ribbon') && may('banner')) stage.thing(['ribbon'], () => ribbon(cast, folds), true)
  // The shadow of the shield separates it from the mantling.
  place(pen, () => {
    pen.filter = `blur(${18 * u}px)`
    pen.fillStyle = css([0, 0, 0], 0.55)
    pen.translate(-sun.side * 0.05, 0.07)
    pen.fill(new Path2D(outline))
  })
  stage.thing(['shield'], () => cast(outline, tinctures.or, 0.05, stuffs.metal), true)
  pen.save()
  const inner = 0.945
  const enamel: Material = { metal: 0.12, gloss: 0.4 }
  const field = fields[arms.division] ?? ''
  const inside = (
    d: string,
    colour: Rgb,
    bevel: number,
    material: Material,
    grain?: (x: number, y: number) => number,
  ) =>
    raise(
      stage,
      (p) =>
        place(p, () => {
          p.scale(inner, inner)
          p.clip(new Path2D(outline))
          p.fillStyle = css(colour)
          p.fill(new Path2D(d), 'evenodd')
        }),
      { bevel: bevel * size, material, wear: 4 * u, ...(grain ? { grain } : {}) },
    )
  const diaper = stage.noise('diaper')
  const hammered = (x: number, y: number) =>
    (stage.style === 'fantasy-art' ? 0.6 : 0) * fbm(diaper, x / (22 * u), y / (22 * u), 2)
  inside(outline, tinctures[arms.field], 0.5, isMetal(arms.field) ? stuffs.worn : enamel, hammered)
  if (field) inside(field, tinctures[arms.second], 0.03, isMetal(arms.second) ? stuffs.worn : enamel, hammered)
  const chargeOnOrdinary = arms.ordinary && ['bend', 'fess', 'pile'].includes(arms.ordinary)
  if (arms.ordinary)
    inside(ordinaries[arms.ordinary], tinctures[arms.second], 0.045, isMetal(arms.second) ? stuffs.metal : enamel)
  pen.restore()
  if (arms.charge) {
    const behind = chargeOnOrdinary || arms.division !== 'plain'
    const colour = chargeOnOrdinary
      ? tinctures[against(arms.second, undefined, arms.field)]
      : behind && arms.chargeTincture === arms.second
        ? tinctures[
            isMetal(arms.second) ? (arms.field === 'sable' || arms.second === 'argent' ? 'gules' : 'sable') : 'or'
          ]
        : tinctures[arms.chargeTincture]
    const { charge } = arms
    stage.thing([charge], () => charges(stage, arms, colour, { ...at, size }))
  }
  if (has('person', 'ruler') || has('feature', 'crown') || has('charge', 'crown') || stage.scene.hash % 3 === 0)
    stage.thing(['crown'], () => crest(cast, 'crown'), true)
  else if (may('helm')) stage.thing(['helm'], () => crest(cast, 'helm'), true)
  glow(pen, sun.x, h * 0.1, 560 * u, palette.light, 0.16)
  finish(stage, 0.66)
}

/** Draws the background: a tapestry in the darkened colour of the field, with a lighter pattern of lilies. */
const drawWall = (stage: Stage, colour: Rgb): void => {
  const { w, h, u, pen, palette, style } = stage
  const deep = mix(mix(colour, palette.near, 0.72), palette.zenith, 0.14)
  const lit = mix(mix(colour, palette.mid, 0.4), deep, 0.42)
  const back = pen.createRadialGradient(w / 2, h * 0.46, 40 * u, w / 2, h * 0.5, Math.max(w, h) * 0.72)
  back.addColorStop(0, css(mix(lit, palette.light, 0.2)))
  back.addColorStop(0.45, css(lit))
  back.addColorStop(1, css(deep))
  pen.fillStyle = back
  pen.fillRect(0, 0, w, h)
  const step = 118 * u
  pen.fillStyle = css(mix(lit, palette.light, 0.3), style === 'comic-book' ? 0.16 : 0.12)
  for (let row = -1; row * step * 0.5 < h + step; row++)
    for (let x = (row % 2) * step * 0.5 - step; x < w + step; x += step) {
      pen.save()
      pen.translate(x, row * step * 0.5)
      pen.scale(step * 0.2, step * 0.2)
      pen.fill(new Path2D(forms.lily.map(({ d }) => d).join('')))
      pen.restore()
    }
}
