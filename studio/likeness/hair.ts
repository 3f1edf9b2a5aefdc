import { Path2D } from '@napi-rs/canvas'
import { mix } from '../colour.ts'
import { stuffs } from '../relief/material.ts'
import type { Tools } from './tools.ts'

const covered = new Set(['hood', 'wimple', 'helm'])

/** `back` lies behind the head, `front` over it. */
export const locks = ({ cast, sitter, hairGrain, stage }: Tools, layer: 'back' | 'front'): void => {
  const { hair, hairStyle } = sitter
  if (covered.has(sitter.hat) && !(sitter.hat === 'hood' && layer === 'front' && sitter.female)) return
  if (sitter.hat === 'hood') {
    cast(
      'M262 160C226 170 196 206 184 266C178 316 178 356 190 398C204 384 212 350 206 306C202 266 214 206 264 170Z',
      hair,
      14,
      stuffs.hair,
      hairGrain,
    )
    return
  }
  const full = (d: string, bevel = 30) => cast(d, hair, bevel, stuffs.hair, hairGrain)
  const next = stage.chance('locks')
  if (layer === 'back') {
    if (hairStyle === 'long')
      full('M236 104C164 90 118 148 122 240C124 320 96 372 78 428C112 452 176 450 206 410C226 360 216 300 206 240Z', 44)
    if (hairStyle === 'braid') {
      full('M180 110C140 120 128 180 150 236L182 250Z')
      for (let i = 0; i < 8; i++)
        full(
          `M${134 - i * 3} ${226 + i * 28}C${160 - i * 3} ${222 + i * 28} ${172 - i * 3} ${244 + i * 28} ${152 - i * 3} ${262 + i * 28}C${124 - i * 3} ${258 + i * 28} ${116 - i * 3} ${238 + i * 28} ${134 - i * 3} ${226 + i * 28}Z`,
          16,
        )
    }
    if (hairStyle === 'bun')
      full('M132 108C158 92 186 110 184 142C182 172 148 182 126 164C106 146 110 120 132 108Z', 34)
    return
  }
  if (hairStyle === 'curl') {
    const path = new Path2D(
      'M170 240C150 200 148 140 190 112C232 92 270 112 274 154L246 158C232 168 214 184 206 204L190 244Z',
    )
    for (let i = 0; i < 27; i++) {
      const a = -3.9 + i * 0.122
      const r = 68 + next.between(-8, 18)
      path.addPath(
        new Path2D(`M${206 + Math.cos(a) * r - 22} ${180 + Math.sin(a) * r}a22 22 0 1 0 44 0a22 22 0 1 0 -44 0Z`),
      )
    }
    for (const part of [path]) cast(part, hair, 20, stuffs.hair, (x, y) => 3 * hairGrain(x * 1.4, y * 0.3))
    for (let i = 0; i < 26; i++) {
      const a = -3.4 + next() * 3.2
      const r = next.between(20, 80)
      const x = 202 + Math.cos(a) * r
      const y = 172 + Math.sin(a) * r * 0.9
      if (x > 222 && y > 138) continue
      cast(
        `M${x - 15} ${y}a15 15 0 1 0 30 0a15 15 0 1 0 -30 0Z`,
        mix(hair, [255, 220, 190], 0.06 * next()),
        15,
        stuffs.hair,
      )
    }
    return
  }
  if (hairStyle === 'long' || hairStyle === 'braid')
    full(
      'M277 164C272 116 234 92 196 100C150 110 134 168 140 232C144 268 138 300 132 330C164 330 184 300 188 262C186 240 190 222 196 208C208 194 220 182 226 162C244 160 262 160 277 164Z',
      34,
    )
  if (hairStyle === 'bun')
    full(
      'M275 160C268 120 236 96 202 100C156 104 136 146 146 206C150 236 156 256 166 268C178 246 186 230 194 206C204 190 216 184 224 164C240 160 262 158 275 160Z',
    )
  if (hairStyle === 'short')
    full(
      'M279 158C278 112 236 90 198 98C156 106 144 152 154 212L172 246L188 236L192 206C206 190 216 178 224 156C244 152 262 152 279 158Z',
    )
  if (hairStyle === 'bald')
    cast(
      'M186 232C178 226 170 236 170 262C174 276 180 284 186 288C192 270 192 250 186 232Z',
      hair,
      8,
      stuffs.hair,
      hairGrain,
    )
}
