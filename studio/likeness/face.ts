import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { named } from '../palette.ts'
import { stuffs } from '../relief/material.ts'
import type { Pen } from '../stage.ts'
import type { Sitter } from './sitter.ts'
import type { Tools } from './tools.ts'

/** The outline of face and neck, a box of 400 by 500 with the face to the right. */
export const facePath = ({ nose, chin, brow, jaw, female }: Sitter): string => {
  const lip = female ? 2 : 0
  return `M176 168C172 150 182 120 214 116C240 114 262 128 ${270 + brow * 0.3} 152C${274 + brow} 164 ${277 + brow} 176 ${274 + brow * 0.6} 187C274 193 ${282 + nose} 206 ${293 + nose} 221C${298 + nose} 228 ${291 + nose / 2} 234 281 234C283 238 ${286 + lip} 242 ${285 + lip} 246C${283 + lip} 248 281 249 279 250C${284 + lip} 251 ${286 + lip} 255 282 260C279 264 283 268 282 273C286 282 ${280 + chin} 298 ${263 + chin / 2} 303C${246 - jaw * 0.3} ${307 + jaw * 0.6} ${238 - jaw * 0.5} ${304 + jaw} 229 ${306 + jaw * 0.5}C227 326 229 348 240 378L160 390C174 348 176 322 170 300C152 266 160 210 176 168Z`
}

export const ear = (pen: Pen, sitter: Sitter): Path2D => {
  if (sitter.ears === 'pointed')
    return new Path2D(
      'M214 238C198 244 190 226 188 210C178 190 160 168 138 158C170 156 200 170 214 192C222 206 222 226 214 238Z',
    )
  if (sitter.ears === 'large')
    return new Path2D(
      'M214 242C196 248 186 230 182 216C160 206 128 196 92 194C126 172 178 172 208 190C224 204 224 230 214 242Z',
    )
  pen.lineWidth = 1
  return new Path2D('M210 200C196 190 188 202 190 218C192 234 202 244 210 238C218 230 220 208 210 200Z')
}

export const features = ({ flat, sitter, ink, stage }: Tools): void => {
  const { scene, has } = stage
  const eyeTint = scene.tints.get('eye')
  flat((pen) => {
    pen.lineCap = 'round'
    // Brow, lid, white, iris, nostril, mouth.
    pen.strokeStyle = css(mix(sitter.hair, ink, 0.35), 0.92)
    pen.lineWidth = sitter.female ? 4 : 6
    pen.stroke(new Path2D(`M244 ${190 - sitter.brow * 0.2}Q${256} ${sitter.female ? 181 : 184} 271 ${188}`))
    pen.fillStyle = css(hex('#efe6da'), 0.95)
    pen.fill(new Path2D('M252 205C257 198 266 198 271 203C267 209 258 210 252 205Z'))
    pen.fillStyle = css(
      eyeTint ? named[eyeTint] : has('kin', 'undead', 'tiefling') ? stage.palette.accent : hex('#3c2a1c'),
    )
    pen.beginPath()
    pen.ellipse(265.5, 203, 4, 5, 0, 0, 7)
    pen.fill()
    pen.fillStyle = css([8, 6, 8])
    pen.beginPath()
    pen.ellipse(266.5, 203, 1.8, 3, 0, 0, 7)
    pen.fill()
    pen.fillStyle = css([255, 255, 255], 0.9)
    pen.fillRect(266, 200.4, 1.8, 1.8)
    pen.strokeStyle = css(ink, 0.9)
    pen.lineWidth = 2.6
    pen.stroke(new Path2D('M250 205C256 197 265 196.5 272 202'))
    pen.lineWidth = 1.4
    pen.strokeStyle = css(ink, 0.4)
    pen.stroke(new Path2D('M254 209Q261 212.5 268 209'))
    pen.strokeStyle = css(mix(sitter.skin, ink, 0.62), 0.8)
    pen.lineWidth = 2.4
    pen.stroke(new Path2D(`M272 230Q277 ${224 - sitter.nose * 0.1} 282 230`))
    pen.fillStyle = css(mix(sitter.skin, hex('#9a3038'), sitter.female ? 0.62 : 0.32), 0.85)
    pen.fill(
      new Path2D(
        'M262 250C270 245 279 243 285 246C282 249 280 250 279 250C282 252 284 256 281 259C274 259 267 255 262 250Z',
      ),
    )
    pen.strokeStyle = css(mix(sitter.skin, ink, 0.72), 0.85)
    pen.lineWidth = 1.8
    pen.stroke(new Path2D('M260 250.5Q270 250.5 280 250'))
    pen.strokeStyle = css(mix(sitter.skin, ink, 0.5), 0.5)
    pen.lineWidth = 2
    pen.stroke(new Path2D('M204 206C198 206 197 222 205 230'))
    if (sitter.old) {
      pen.lineWidth = 1.7
      for (const d of [
        'M276 232Q262 240 258 256',
        'M244 204Q238 206 234 202',
        'M245 209Q239 213 234 212',
        'M250 168Q258 165 266 168',
        'M248 159Q256 156 264 159',
        'M254 214Q261 218 268 215',
      ])
        pen.stroke(new Path2D(d))
    }
  })
  if (has('kin', 'undead') || has('feature', 'glow') || eyeTint)
    glowEye(flat, eyeTint ? named[eyeTint] : stage.palette.accent)
}

const glowEye = (flat: Tools['flat'], colour: Rgb): void => flat((pen) => glow(pen, 265, 203, 26, colour, 0.6))

export const beard = ({ cast, sitter, hairGrain }: Tools): void => {
  if (!sitter.beard) return
  const foot = sitter.beard
  cast(
    `M204 232C206 262 228 268 258 256C272 250 284 256 286 266C294 300 284 ${foot - 20} 256 ${foot + 6}C232 ${foot - 14} 202 ${290 + (foot - 300) * 0.4} 197 238Z`,
    sitter.hair,
    26,
    stuffs.hair,
    hairGrain,
  )
  cast(
    'M250 246C262 238 278 236 290 246C284 256 266 258 250 246Z',
    mix(sitter.hair, [0, 0, 0], 0.12),
    6,
    stuffs.hair,
    hairGrain,
  )
}
