import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../colour.ts'
import { named } from '../palette.ts'
import { stuffs } from '../relief/material.ts'
import type { Tools } from './tools.ts'

/** What only some have: horns, tusks, scars, things worn on the face. */
export const extras = ({ cast, flat, sitter, stage, ink, hairGrain }: Tools): void => {
  const { has, may } = stage
  const wears = (idea: string) => has('feature', idea) && may(idea)
  if (wears('moustache') && !sitter.beard)
    cast(
      'M248 246C262 236 280 234 294 248C300 254 296 262 288 256C276 254 262 258 248 246Z',
      sitter.hair,
      6,
      stuffs.hair,
      hairGrain,
    )
  if (wears('horn') || (has('kin', 'tiefling') && may('horn'))) {
    cast(
      'M222 128C214 92 176 70 132 82C108 90 98 112 110 132C112 110 136 98 164 108C184 116 194 126 200 142Z',
      hex('#4a3a34'),
      14,
      stuffs.bone,
      hairGrain,
    )
  }
  if (wears('tusk') || has('kin', 'orc'))
    cast('M268 254C266 244 270 236 276 230C278 240 277 248 276 254Z', hex('#efe4c8'), 4, stuffs.bone)
  if (wears('eyepatch'))
    flat((pen) => {
      pen.fillStyle = css(ink)
      pen.fill(new Path2D('M246 194C256 188 270 190 275 198C274 210 266 216 256 214C248 210 244 202 246 194Z'))
      pen.strokeStyle = css(ink)
      pen.lineWidth = 4
      pen.stroke(new Path2D('M274 194C262 170 220 150 166 176'))
    })
  if (wears('scar'))
    flat((pen) => {
      pen.strokeStyle = css(mix(sitter.skin, hex('#f0c8c0'), 0.6))
      pen.lineWidth = 3
      pen.stroke(new Path2D('M242 172L252 196M254 214L262 240'))
      pen.strokeStyle = css(mix(sitter.skin, hex('#7a2a2a'), 0.6), 0.7)
      pen.lineWidth = 1.4
      pen.stroke(new Path2D('M240 173L250 197M252 215L260 241'))
    })
  if (wears('paint'))
    flat((pen) => {
      pen.strokeStyle = css(stage.scene.colour[0] ? named[stage.scene.colour[0]] : named.blue, 0.8)
      pen.lineWidth = 6
      pen.stroke(new Path2D('M228 214L262 222M228 228L256 234M236 168L262 164'))
    })
  if (wears('glasses'))
    flat((pen) => {
      pen.strokeStyle = css(sitter.trim)
      pen.lineWidth = 2.6
      pen.beginPath()
      pen.ellipse(262, 205, 12, 14, 0, 0, 7)
      pen.moveTo(250, 203)
      pen.lineTo(206, 200)
      pen.stroke()
    })
  if (wears('mask'))
    cast(
      'M232 186C250 178 270 180 280 190C284 204 292 214 296 224C280 232 256 226 240 216C232 208 230 196 232 186ZM250 204C256 198 266 198 271 203C266 210 256 210 250 204Z',
      mix(sitter.cloth, hex('#17131a'), 0.6),
      10,
      stuffs.leather,
    )
  if (wears('earring')) cast('M199 242A6 6 0 1 0 211 242A6 6 0 1 0 199 242Z', sitter.trim, 4, stuffs.metal)
}
