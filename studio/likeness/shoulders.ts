import { hex, mix } from '../colour.ts'
import { stuffs } from '../relief/material.ts'
import type { Tools } from './tools.ts'

export const shoulders = ({ cast, sitter, stage, weave }: Tools): void => {
  const { has, may } = stage
  if ((has('feature', 'armour') || has('person', 'guard')) && may('armour')) {
    cast('M20 530C26 450 66 404 126 384C150 400 156 440 150 530Z', sitter.metal, 46, stuffs.metal)
    cast(
      'M250 384C310 392 356 430 376 530L268 530C270 470 262 420 250 384Z',
      mix(sitter.metal, sitter.cloth, 0.2),
      40,
      stuffs.metal,
    )
    cast('M126 384C150 400 156 440 150 530L140 530C146 444 140 408 116 390Z', sitter.trim, 6, stuffs.metal)
    cast('M148 372C176 400 216 402 246 370L250 392C214 424 170 420 142 392Z', sitter.metal, 14, stuffs.metal)
    return
  }
  cast(
    'M150 362C178 390 214 392 242 362L252 384C216 418 168 416 138 382Z',
    mix(sitter.cloth, stage.palette.light, 0.3),
    12,
    stuffs.cloth,
    weave,
  )
  if (has('person', 'noble', 'ruler') || has('feature', 'fur'))
    cast(
      'M122 378C150 420 236 424 270 374C300 386 318 404 326 430C280 470 120 474 66 426C80 402 100 388 122 378Z',
      hex('#e4dac8'),
      26,
      stuffs.hair,
      (x, y) => 5 * weave(x * 3, y * 3),
    )
  else cast('M196 402L226 398L262 530L214 530Z', mix(sitter.cloth, [0, 0, 0], 0.3), 10, stuffs.cloth)
  if (has('feature', 'earring') || has('person', 'noble'))
    cast('M196 414A11 11 0 1 0 218 414A11 11 0 1 0 196 414Z', sitter.trim, 8, stuffs.metal)
}
