import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix } from '../colour.ts'
import { stuffs } from '../relief/material.ts'
import type { Tools } from './tools.ts'

/** `back` lies behind the head, `front` over it and over the hair. */
export const headwear = (tools: Tools, layer: 'back' | 'front'): void => {
  const { cast, flat, sitter, weave, stage, hairGrain } = tools
  const { hat, cloth, trim, metal } = sitter
  const dark = mix(cloth, [0, 0, 0], 0.35)
  if (layer === 'back') {
    if (hat === 'hood')
      cast(
        'M288 176C286 108 246 60 190 64C116 72 82 160 86 262C90 336 72 400 46 456L240 440L236 300C222 250 240 190 288 176Z',
        dark,
        40,
        stuffs.cloth,
        weave,
      )
    if (hat === 'wimple')
      cast('M190 80C128 92 112 170 122 240C126 310 116 380 90 440L220 430L226 300Z', dark, 40, stuffs.cloth, weave)
    return
  }
  if (hat === 'hood') {
    cast(
      'M294 172C290 104 248 56 192 62C118 70 84 158 88 262C92 334 74 394 48 446C90 462 150 446 186 412C172 366 168 322 178 268C186 220 214 178 254 162C270 158 286 162 294 172Z',
      cloth,
      46,
      stuffs.cloth,
      weave,
    )
    flat((pen) => {
      pen.strokeStyle = css(trim, 0.75)
      pen.lineWidth = 3
      pen.stroke(new Path2D('M292 176C284 164 270 160 254 166C216 182 190 222 182 270C174 322 178 366 192 410'))
    })
  }
  if (hat === 'wimple') {
    cast(
      'M286 168C282 104 236 74 192 84C132 96 118 168 126 236C130 300 126 340 146 386C190 420 234 402 246 362C240 340 238 320 246 306C222 308 204 282 205 240C204 200 226 164 256 158C270 156 280 160 286 168Z',
      mix(hex('#efe8dc'), cloth, 0.12),
      40,
      stuffs.cloth,
      weave,
    )
    cast(
      'M250 92C210 70 150 88 132 150C116 220 124 320 92 420C130 440 160 430 176 400C148 330 146 230 176 160C194 124 222 104 250 92Z',
      cloth,
      30,
      stuffs.cloth,
      weave,
    )
  }
  if (hat === 'crown') {
    cast('M160 146L148 84L184 116L204 66L228 108L262 78L272 140C232 122 194 124 160 146Z', trim, 10, stuffs.metal)
    cast(
      'M158 142C194 120 234 118 274 136L276 152C236 136 196 138 162 160Z',
      mix(trim, [60, 30, 0], 0.25),
      8,
      stuffs.metal,
    )
    for (const [x, y] of [
      [204, 64],
      [148, 82],
      [262, 76],
    ] as const)
      cast(`M${x - 6} ${y}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z`, trim, 6, stuffs.metal)
    for (const [x, y] of [
      [186, 138],
      [220, 130],
      [252, 134],
    ] as const)
      cast(`M${x - 5} ${y}a5 6 0 1 0 10 0a5 6 0 1 0 -10 0Z`, mix(cloth, hex('#d02040'), 0.5), 5, stuffs.gem)
  }
  if (hat === 'helm') {
    cast(
      'M196 84C170 26 92 36 78 122C74 176 92 208 100 244C120 200 124 148 152 118Z',
      mix(cloth, hex('#b03a2c'), 0.4),
      20,
      stuffs.hair,
      (x, y) => 2 * hairGrain(x, y),
    )
    cast(
      'M284 170C288 100 240 70 196 78C146 90 130 142 140 204L144 268C160 286 188 290 206 280L202 224L222 190C244 184 266 182 284 186Z',
      metal,
      44,
      stuffs.metal,
    )
    cast(
      'M284 166C262 160 240 164 222 176C208 190 200 206 198 226L200 284L186 288L186 222C190 196 204 176 220 166C240 154 266 150 284 154Z',
      mix(metal, trim, 0.55),
      7,
      stuffs.metal,
    )
    cast('M268 168L280 168L287 214C282 218 276 216 274 210Z', mix(metal, trim, 0.3), 6, stuffs.metal)
  }
  if (hat === 'tricorn') {
    const felt = mix(cloth, hex('#17120f'), 0.6)
    cast('M176 148C166 96 200 66 236 76C262 82 268 112 266 142Z', felt, 30, stuffs.cloth)
    cast(
      'M92 152C112 116 150 100 176 108C210 136 260 132 296 118C316 128 326 146 330 164C280 142 150 144 92 152Z',
      mix(felt, stage.palette.light, 0.08),
      14,
      stuffs.cloth,
    )
    cast('M92 152C150 144 280 142 330 164L328 169C278 150 150 152 92 158Z', trim, 3, stuffs.metal)
  }
  if (hat === 'hat') {
    cast('M150 146C168 92 160 44 112 -4C176 12 236 60 262 138C226 150 186 152 150 146Z', dark, 34, stuffs.cloth, weave)
    cast(
      'M66 178C120 128 280 112 352 150C350 162 330 166 300 164C230 158 130 172 88 192C72 196 62 190 66 178Z',
      mix(cloth, [0, 0, 0], 0.2),
      12,
      stuffs.cloth,
      weave,
    )
    cast('M148 150C186 146 226 144 263 136L258 116C222 128 190 132 154 132Z', trim, 6, stuffs.leather)
  }
  if (stage.has('feature', 'feather') && ['tricorn', 'hat', 'none'].includes(hat))
    cast(
      'M196 120C160 90 120 70 84 76C104 88 112 98 120 112C100 108 88 112 80 118C120 130 160 140 198 138Z',
      mix(stage.palette.accent, hex('#f0e8d8'), 0.4),
      8,
      stuffs.cloth,
      hairGrain,
    )
}
