import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import { type FormName, forms } from '../forms.ts'
import type { Idea } from '../lexicon.ts'
import { drawLikeness } from '../likeness.ts'
import { named } from '../palette.ts'
import { readPrompt } from '../prompt.ts'
import { stuffs } from '../relief/material.ts'
import { raise } from '../relief/raise.ts'
import { openStage, type Pen, type Stage } from '../stage.ts'
import { chart } from './chart.ts'
import { inked, letter } from './lettering.ts'
import type { Paper } from './paper.ts'
import { unwritten, type Written } from './words.ts'

export type Sheet = (stage: Stage, paper: Paper, written: Written) => void

const ink = hex('#2a1a10')

/** A print of whoever is sought, from the same words: the portrait in two tones of ink. */
const likeness = (stage: Stage, pen: Pen, x: number, y: number, side: number): void => {
  const size = Math.max(32, Math.round(side))
  const own = openStage(
    {
      model: 'studio-likeness',
      prompt: stage.prompt,
      negativePrompt: '',
      stylePreset: 'comic-book',
      width: size,
      height: size,
      seed: stage.scene.hash,
    },
    null,
    { ...readPrompt(unwritten(stage.prompt)), time: ['day'], mood: [], weather: [], place: [], built: [] },
  )
  drawLikeness(own)
  const image = own.pen.getImageData(0, 0, size, size)
  for (let i = 0; i < image.data.length; i += 4) {
    const grey =
      ((image.data[i] as number) * 0.35 + (image.data[i + 1] as number) * 0.5 + (image.data[i + 2] as number) * 0.15) /
      255
    const px = (i / 4) % size
    const py = Math.floor(i / 4 / size)
    // Engraved: the darker, the broader the lines.
    const line = 0.5 + 0.5 * Math.sin(((px + py * 0.6) * 2 * Math.PI) / Math.max(4, 6 * stage.u))
    const tone = grey < 0.2 ? 0.05 : grey > 0.78 ? 1 : line < 1.15 - grey * 1.25 ? 0.32 : 0.96
    image.data[i] = 34 + 221 * tone
    image.data[i + 1] = 22 + 233 * tone
    image.data[i + 2] = 14 + 241 * tone
  }
  own.pen.putImageData(image, 0, 0)
  pen.save()
  pen.globalCompositeOperation = 'multiply'
  pen.drawImage(own.canvas, x - size / 2, y, size, size)
  pen.restore()
  pen.strokeStyle = css(ink, 0.85)
  pen.lineWidth = 4 * stage.u
  pen.strokeRect(x - size / 2, y, size, size)
}

const rule = (pen: Pen, y: number, half: number, u: number): void => {
  pen.fillStyle = css(ink, 0.85)
  pen.fillRect(-half, y, half * 2, 3.4 * u)
  pen.fillRect(-half, y + 7 * u, half * 2, 1.4 * u)
}

const wanted: Sheet = (stage, { half, long }, { quoted, name, reward }) => {
  const { pen, u, prompt } = stage
  const wide = half * 1.72
  const [head, ...more] = quoted
  const called = name ?? head ?? null
  const below = name ? [head, ...more].filter((text) => text !== undefined) : more
  const dead = /\balive\b/i.test(prompt)
    ? /\bdead\b/i.test(prompt)
      ? 'Dead or alive'
      : 'Alive'
    : /\bdead\b/i.test(prompt)
      ? 'Dead'
      : null
  inked(stage, pen, 0.55, (own) => {
    let y = letter(stage, own, 'WANTED', {
      face: 'Print',
      size: half * 0.5,
      x: 0,
      y: -long * 0.92,
      wide,
      colour: ink,
      bold: 0.035,
      spaced: 0.04,
    })
    rule(own, y - 8 * u, half * 0.82, u)
    y += 12 * u
    if (dead)
      y =
        letter(stage, own, dead.toUpperCase(), {
          face: 'Print',
          size: half * 0.15,
          x: 0,
          y,
          wide,
          colour: ink,
          spaced: 0.12,
        }) +
        6 * u
    const foot = long * (called || below.length ? 0.4 : 0.5)
    const side = Math.min(half * 1.34, foot - y - 8 * u)
    likeness(stage, own, 0, y + 4 * u, side)
    y += side + 16 * u
    if (called)
      y = letter(stage, own, called, {
        face: 'Print',
        size: half * 0.24,
        x: 0,
        y,
        wide,
        tall: long * 0.2,
        colour: ink,
        bold: 0.012,
      })
    for (const text of below)
      y = letter(stage, own, text, {
        face: 'PrintItalic',
        size: half * 0.105,
        x: 0,
        y,
        wide,
        tall: long * 0.16,
        colour: ink,
      })
    const room = long * 0.93 - y
    rule(own, long * 0.93 - Math.min(room, half * 0.42) - 12 * u, half * 0.82, u)
    y = long * 0.93 - Math.min(room, half * 0.42) + 4 * u
    y = letter(stage, own, 'REWARD', {
      face: 'Print',
      size: half * 0.17,
      x: 0,
      y,
      wide,
      colour: ink,
      bold: 0.02,
      spaced: 0.2,
    })
    letter(stage, own, reward ?? 'Apply to the captain of the watch', {
      face: reward ? 'Print' : 'PrintItalic',
      size: half * (reward ? 0.17 : 0.1),
      x: 0,
      y,
      wide,
      tall: half * 0.2,
      colour: ink,
    })
  })
  if (stage.may('pinned')) for (const x of [-0.9, 0.9]) nail(stage, x * half, -long * 0.94)
}

const nail = ({ pen, u }: Stage, x: number, y: number): void => {
  for (const [r, colour] of [
    [9, '#15100c'],
    [7.4, '#5a5450'],
    [3.4, '#a8a29a'],
  ] as const) {
    pen.fillStyle = css(hex(colour))
    pen.beginPath()
    pen.arc(x - (r < 5 ? 2 * u : 0), y - (r < 5 ? 2 * u : 0), r * u, 0, 7)
    pen.fill()
  }
}

const bodies = [
  'By the time this reaches you I shall be on the road. Ask nothing at the ferry, and pay no heed to what they say of me at the market. What you are looking for lies where we left it.\n\nTrust the one who gives you this, and nobody else. Burn it when you have read it.',
  'I write in haste, for the tide will not wait. The matter of which we spoke is settled, though not as either of us would have wished. Say nothing of it to your brother.\n\nIf I have not returned by the first frost, open the small box.',
  'You asked me for the truth, and you shall have it, though it does me little honour. I was there that night. I saw the light in the upper window, and I did not go in.\n\nForgive me, if you can. I have kept the key.',
]

const letterSheet: Sheet = (stage, { half, long }, { quoted, name, from }) => {
  const { pen } = stage
  const next = stage.chance('letter')
  const wide = half * 1.56
  const left = -half * 0.78
  const text = quoted.length ? quoted.join('\n\n') : next.pick(bodies)
  const own = quoted.length > 0
  inked(stage, pen, 0.3, (sheet) => {
    const style = { face: 'Hand' as const, x: left, align: 'left' as const, colour: ink, waver: 1, bold: 0.012 }
    let y = -long * 0.84
    const to = name ?? (own ? null : 'friend')
    if (to)
      y =
        letter(stage, sheet, name ? `To ${name},` : 'My dear friend,', { ...style, size: half * 0.17, y, wide }) +
        half * 0.06
    y = letter(stage, sheet, text, {
      ...style,
      size: half * 0.155,
      y,
      wide,
      tall: long * (to ? 1.12 : 1.24),
      leading: 1.18,
    })
    const sign = from ?? (own ? null : next.pick(['A.', 'M.', 'Your servant, E.']))
    if (sign)
      letter(stage, sheet, sign, {
        ...style,
        size: half * 0.19,
        x: half * 0.05,
        y: Math.min(y + half * 0.08, long * 0.62),
        wide: half * 0.86,
        tall: half * 0.25,
      })
  })
  if (stage.may('seal')) seal(stage, half * 0.52, long * 0.78, half * 0.15)
}

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

const deed: Sheet = (stage, { half, long }, { quoted, name, from }) => {
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

const waxOf = ({ scene }: Stage): Rgb => {
  const said = scene.tints.get('seal') ?? scene.tints.get('wax')
  return said ? mix(named[said], hex('#2a1210'), 0.2) : hex('#8f1d1a')
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

/** Wax pressed with a signet: a rim that ran, a dish, and an emblem in it. */
const seal = (stage: Stage, x: number, y: number, r: number): void => {
  const { pen } = stage
  const next = stage.chance('seal')
  const colour = waxOf(stage)
  const matrix = pen.getTransform()
  const emblem = (['lily', 'crown', 'tower', 'star', 'key', 'rose', 'moon'] as const).filter((name) => name in forms)
  const said = stage.scene.charge.find((charge) => charge in forms) as FormName | undefined
  const wobble = Array.from({ length: 7 }, () => next.between(0.9, 1.12))
  const disc = (target: Pen, size: number, rough: boolean) => {
    target.setTransform(matrix)
    target.fillStyle = css(colour)
    target.beginPath()
    for (let i = 0; i <= 70; i++) {
      const a = (i / 70) * Math.PI * 2
      const own = rough
        ? (wobble[i % 70 === 0 ? 0 : Math.floor(i / 10) % 7] as number) * 0.4 + 0.6 * (1 + 0.05 * Math.sin(a * 5))
        : 1
      target.lineTo(x + Math.cos(a) * r * size * own, y + Math.sin(a) * r * size * own)
    }
    target.fill()
  }
  pen.save()
  pen.filter = `blur(${6 * stage.u}px)`
  pen.fillStyle = css([0, 0, 0], 0.5)
  pen.beginPath()
  pen.arc(x + 3 * stage.u, y + 6 * stage.u, r * 1.04, 0, 7)
  pen.fill()
  pen.restore()
  pen.save()
  pen.resetTransform()
  raise(stage, (target) => disc(target, 1.08, true), { bevel: r * 0.24, material: stuffs.wax })
  raise(stage, (target) => disc(target, 0.74, false), { bevel: r * 0.08, material: stuffs.wax })
  raise(
    stage,
    (target) => {
      target.setTransform(matrix)
      target.translate(x, y)
      target.scale(r * 0.5, r * 0.5)
      target.fillStyle = css(mix(colour, [255, 200, 180], 0.1))
      for (const { d } of forms[said ?? next.pick(emblem)]) target.fill(new Path2D(d), 'evenodd')
    },
    { bevel: r * 0.08, material: stuffs.wax },
  )
  pen.restore()
}

const mapSheet: Sheet = (stage, paper, { quoted, name }) =>
  chart(stage, paper, quoted.length ? quoted : name ? [name] : [])

export const sheets: Record<Idea<'paper'>, Sheet> = { wanted, letter: letterSheet, map: mapSheet, deed }
