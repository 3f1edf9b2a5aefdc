import { css, hex, mix } from '../../colour.ts'
import type { Stage } from '../../stage.ts'
import { inked, letter } from '../lettering.ts'
import { seal, waxOf } from './seal.ts'
import { ink, rule, type Sheet } from './sheet.ts'

const titles: readonly [RegExp, string][] = [
  [/treat(y|ies)/i, 'Treaty'],
  [/charter/i, 'Charter'],
  [/contract/i, 'Contract'],
  [/warrant/i, 'Warrant'],
  [/writ\b/i, 'Writ'],
  [/licen[cs]e/i, 'Licence'],
  [/decree/i, 'Decree'],
  [/proclamation/i, 'Proclamation'],
  [/certificate/i, 'Certificate'],
  [/testament|\bwill\b/i, 'Last Will'],
]

export const deed: Sheet = (stage, { half, long }, { quoted, name, from }) => {
  const { pen, u, prompt } = stage
  const wide = half * 1.6
  const title = titles.find(([pattern]) => pattern.test(prompt))?.[1] ?? 'Deed'
  const body = quoted.length
    ? quoted.join('\n\n')
    : `Know all by these presents that ${name ?? 'the bearer'}, in the sight of those whose hands are set below, holds from this day the house, the land and the water that belong to it, within its ancient bounds, with all rights of way, of mill and of market, to have and to keep for as long as the river runs.\n\nGiven under our seal, freely and for good consideration.`
  inked(stage, pen, 0.35, (own) => {
    own.strokeStyle = css(ink, 0.8)
    for (const [off, width] of [
      [0.94, 4],
      [0.915, 1.4],
    ] as const) {
      own.lineWidth = width * u
      own.strokeRect(-half * off, -long * off, half * off * 2, long * off * 2)
    }
    let y = letter(stage, own, title, {
      face: 'Black',
      size: half * 0.38,
      x: 0,
      y: -long * 0.84,
      wide,
      tall: half * 0.5,
      colour: hex('#5a1a14'),
    })
    rule(own, y, half * 0.5, u)
    y = letter(stage, own, body, {
      face: 'Print',
      size: half * 0.1,
      x: 0,
      y: y + 26 * u,
      wide,
      tall: long * 1.02,
      leading: 1.34,
      colour: ink,
    })
    for (const [x, text] of [
      [-half * 0.46, from ?? 'E. Harrow'],
      [half * 0.46, 'T. Vane'],
    ] as const) {
      own.fillStyle = css(ink, 0.7)
      own.fillRect(x - half * 0.34, long * 0.66, half * 0.68, 1.6 * u)
      if (from || !quoted.length)
        letter(stage, own, text, {
          face: 'Hand',
          size: half * 0.13,
          x,
          y: long * 0.66 - half * 0.14,
          wide: half * 0.66,
          colour: ink,
          waver: 1,
        })
    }
  })
  if (stage.may('seal')) {
    ribbon(stage, 0, long * 0.8, half)
    seal(stage, 0, long * 0.8, half * 0.17)
  }
}

const ribbon = (stage: Stage, x: number, y: number, half: number): void => {
  const { pen, u } = stage
  const colour = mix(waxOf(stage), hex('#2a1210'), 0.15)
  for (const lean of [-1, 1]) {
    pen.fillStyle = css(mix(colour, [0, 0, 0], lean < 0 ? 0.25 : 0.05))
    pen.beginPath()
    pen.moveTo(x - 14 * u, y)
    pen.lineTo(x + lean * half * 0.2 - 18 * u, y + half * 0.34)
    pen.lineTo(x + lean * half * 0.2, y + half * 0.29)
    pen.lineTo(x + lean * half * 0.2 + 18 * u, y + half * 0.34)
    pen.lineTo(x + 14 * u, y)
    pen.fill()
  }
}
