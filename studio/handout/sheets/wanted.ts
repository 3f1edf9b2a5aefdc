import { css, hex } from '../../colour.ts'
import { drawLikeness } from '../../likeness.ts'
import { readPrompt } from '../../prompt.ts'
import { openStage, type Pen, type Stage } from '../../stage.ts'
import { inked, letter } from '../lettering.ts'
import { unwritten } from '../words.ts'
import { ink, rule, type Sheet } from './sheet.ts'

export const wanted: Sheet = (stage, { half, long }, { quoted, name, reward }) => {
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
