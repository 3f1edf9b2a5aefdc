import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'
import { css, type Rgb } from '../colour.ts'
import { type Pen, type Stage, sheet } from '../stage.ts'

/** Faces under the SIL Open Font License: old book type, a copperplate hand, a blackletter. */
const files = {
  Print: '@fontsource/im-fell-english/files/im-fell-english-latin-400-normal.woff2',
  PrintItalic: '@fontsource/im-fell-english/files/im-fell-english-latin-400-italic.woff2',
  Hand: '@fontsource/pinyon-script/files/pinyon-script-latin-400-normal.woff2',
  HandMore: '@fontsource/pinyon-script/files/pinyon-script-latin-ext-400-normal.woff2',
  Black: '@fontsource/unifrakturcook/files/unifrakturcook-latin-700-normal.woff2',
} as const
export type Face = 'Print' | 'PrintItalic' | 'Hand' | 'Black'

const find = createRequire(import.meta.url)
let isReady = false

/** Once for each thread: a font costs a few milliseconds, and most pictures need none. */
const ready = (): void => {
  if (isReady) return
  for (const [name, file] of Object.entries(files)) GlobalFonts.registerFromPath(find.resolve(file), `Handout ${name}`)
  isReady = true
}

/** What a face lacks is taken from the next. */
const fallbacks: Record<Face, string> = {
  Print: '"Handout Print"',
  PrintItalic: '"Handout PrintItalic", "Handout Print"',
  Hand: '"Handout Hand", "Handout HandMore", "Handout PrintItalic"',
  Black: '"Handout Black", "Handout Print"',
}
const set = (pen: Pen, face: Face, size: number): void => {
  ready()
  pen.font = `${Math.max(1, size).toFixed(1)}px ${fallbacks[face]}, serif`
}

/** Lines no wider than this; a word that is too long for a line is cut. */
export const lines = (pen: Pen, text: string, face: Face, size: number, wide: number): string[] => {
  set(pen, face, size)
  const fits = (line: string) => pen.measureText(line).width <= wide
  return text.split('\n').flatMap((paragraph) => {
    const out: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (fits(longer)) line = longer
      else {
        if (line) out.push(line)
        line = word
        while (!fits(line) && line.length > 1) {
          let cut = line.length - 1
          while (cut > 1 && !fits(line.slice(0, cut))) cut--
          out.push(line.slice(0, cut))
          line = line.slice(cut)
        }
      }
    }
    return [...out, line]
  })
}

interface Setting {
  face: Face
  /** Height of the letters in pixels; smaller where the text is too long for its place. */
  size: number
  x: number
  y: number
  wide: number
  /** Height that there is for all lines. */
  tall?: number
  align?: 'left' | 'center'
  leading?: number
  colour: Rgb
  /** How heavily it is inked beyond the face's own weight, in parts of the size. */
  bold?: number
  spaced?: number
  /** A hand wavers, type does not. */
  waver?: number
}

/** Sets a text into its place and answers the y below it. */
export const letter = (stage: Stage, pen: Pen, text: string, setting: Setting): number => {
  const { face, x, y, wide, tall, align = 'center', leading = 1.22, colour, bold = 0, spaced = 0, waver = 0 } = setting
  const next = stage.chance(`letter/${face}/${Math.round(y)}`)
  let size = setting.size
  let set_ = lines(pen, text, face, size, wide)
  while (size > 8 && ((tall && set_.length * size * leading > tall) || (setting.spaced && set_.length > 1))) {
    size *= 0.94
    set_ = lines(pen, text, face, size, wide)
  }
  set(pen, face, size)
  pen.textAlign = align
  pen.textBaseline = 'alphabetic'
  pen.letterSpacing = `${spaced * size}px`
  pen.fillStyle = css(colour)
  pen.strokeStyle = css(colour)
  pen.lineJoin = 'round'
  pen.lineWidth = bold * size
  set_.forEach((line, n) => {
    pen.save()
    pen.translate(
      x + (align === 'center' ? 0 : waver * size * next.between(-0.3, 0.5)),
      y + size * (0.82 + n * leading),
    )
    if (waver) pen.rotate(waver * 0.02 * next.bell())
    pen.fillText(line, 0, 0)
    if (bold) pen.strokeText(line, 0, 0)
    pen.restore()
  })
  pen.letterSpacing = '0px'
  return y + set_.length * size * leading
}

/** Draws with ink that did not take everywhere: `worn` from 0 to 1. */
export const inked = (stage: Stage, pen: Pen, worn: number, draw: (pen: Pen) => void): void => {
  const own = sheet(stage)
  own.pen.setTransform(pen.getTransform())
  draw(own.pen)
  own.pen.resetTransform()
  const grain = stage.noise('ink')
  const { width, height } = own.canvas
  const image = own.pen.getImageData(0, 0, width, height)
  const u = stage.u
  for (let i = 0; i < width * height; i++) {
    const alpha = image.data[4 * i + 3] as number
    if (!alpha) continue
    const x = i % width
    const y = (i - x) / width
    const gap = grain(x / (2.6 * u), y / (2.6 * u)) * 0.6 + grain(x / (60 * u), y / (60 * u)) * 0.7
    image.data[4 * i + 3] = alpha * (1 - worn * Math.min(1, Math.max(0, gap + 0.15)))
  }
  own.pen.putImageData(image, 0, 0)
  pen.save()
  pen.resetTransform()
  pen.globalCompositeOperation = 'multiply'
  pen.drawImage(own.canvas, 0, 0)
  pen.restore()
}
