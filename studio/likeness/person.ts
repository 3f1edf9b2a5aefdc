import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, shift } from '../colour.ts'
import { fbm } from '../noise.ts'
import { type Material, stuffs } from '../relief/material.ts'
import { raise } from '../relief/raise.ts'
import type { Pen, Stage } from '../stage.ts'
import { extras } from './extras.ts'
import { beard, ear, facePath, features } from './face.ts'
import { locks } from './hair.ts'
import { headwear } from './headwear.ts'
import { shoulders } from './shoulders.ts'
import { sitterOf } from './sitter.ts'

/** Draws in the sitter's own box, turned towards the light. */
export const drawPerson = (stage: Stage, middle: { x: number; y: number }): void => {
  const { w, h, u, palette, sun, has, style } = stage
  const sitter = sitterOf(stage)
  const scale = Math.min((h * 0.98) / 500, (w * 1.12) / 400) * (h > w ? 1.06 : 1.04)
  const small = has('kin', 'halfling', 'dwarf', 'goblin') ? 0.94 : 1
  const frame = (pen: Pen, draw: () => void) => {
    pen.save()
    pen.translate(middle.x, h + 12 * u)
    pen.scale(sun.side * scale * small, scale * small)
    pen.translate(-206, -512)
    draw()
    pen.restore()
  }
  const cast = (
    d: string | Path2D,
    colour: Rgb,
    bevel: number,
    material: Material,
    grain?: (x: number, y: number) => number,
  ) =>
    raise(
      stage,
      (pen) =>
        frame(pen, () => {
          pen.fillStyle = css(colour)
          if (typeof d === 'string') pen.fill(new Path2D(d), 'evenodd')
          else pen.fill(d)
        }),
      { bevel: bevel * scale, material, wear: Math.max(2, bevel * scale * 0.16), ...(grain ? { grain } : {}) },
    )
  const flat = (draw: (pen: Pen) => void) => frame(stage.pen, () => draw(stage.pen))
  const strand = stage.noise('strands')
  const hairGrain = (x: number, y: number) => 1.9 * fbm(strand, x / (7 * u), y / (52 * u), 2)
  const weave = (x: number, y: number) => 3.4 * fbm(strand, x / (60 * u), y / (130 * u), 3)
  const ink = mix(palette.near, hex('#1a1014'), 0.5)
  const shade = mix(sitter.skin, mix(ink, hex('#5a1f24'), 0.35), 0.55)
  const tools = { cast, flat, sitter, hairGrain, weave, ink, stage }
  locks(tools, 'back')
  headwear(tools, 'back')
  cast(
    'M30 530C40 440 84 392 150 364C178 388 214 392 242 364C306 376 356 424 372 530Z',
    sitter.cloth,
    70,
    has('feature', 'armour') || has('person', 'guard') ? stuffs.worn : stuffs.cloth,
    weave,
  )
  shoulders(tools)
  cast(facePath(sitter), sitter.skin, 62, stuffs.skin)
  flat((pen) => {
    // The plane of cheek and neck that turns away from the light.
    pen.fillStyle = css(shade, style === 'fantasy-art' ? 0.42 : 0.62)
    pen.fill(
      new Path2D(
        'M228 306C236 303 244 305 252 305C240 316 236 330 238 352L240 378L170 388C180 350 182 330 178 306C196 316 212 318 228 306Z',
      ),
    )
    if (style !== 'fantasy-art')
      pen.fill(
        new Path2D(
          'M176 168C178 150 186 126 206 118C214 142 208 168 216 196C226 222 222 258 232 303C214 318 196 316 178 306C160 268 160 210 176 168Z',
        ),
      )
    if (style === 'fantasy-art') {
      pen.fillStyle = css(shift(sitter.skin, { chroma: 1.5, hue: -0.12 }), 0.3)
      pen.filter = `blur(${7 * scale}px)`
      pen.beginPath()
      pen.ellipse(250, 240, 17, 12, 0.3, 0, 7)
      pen.fill()
      pen.beginPath()
      pen.ellipse(287 + sitter.nose * 0.8, 222, 8, 7, 0, 0, 7)
      pen.fill()
      pen.filter = 'none'
    }
  })
  cast(ear(stage.pen, sitter), mix(sitter.skin, shade, 0.2), 7, stuffs.skin)
  features(tools)
  flat((pen) => {
    pen.strokeStyle = css(mix(palette.light, [255, 255, 255], 0.3), style === 'comic-book' ? 0.2 : 0.5)
    pen.lineWidth = 2.2
    pen.stroke(new Path2D(facePath(sitter).split('C227 326')[0] as string))
  })
  locks(tools, 'front')
  beard(tools)
  headwear(tools, 'front')
  extras(tools)
}
