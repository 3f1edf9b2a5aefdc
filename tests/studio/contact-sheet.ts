import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'
import { imageModels } from '#domain/image-catalogue.ts'
import { openStudio, type Studio } from '../../studio/index.ts'
import { glosses, hostile, usual } from './contact-prompts.ts'

/**
 * `node tests/studio/contact-sheet.ts [folder]`: eighty prompts, each drawn by the model that its reading offers, with what was understood of it,
 * on pages of sixteen in `docs/studio/`. With a folder, every picture goes there in full as well, to be looked at.
 */
const page = path.join(import.meta.dirname, '../../docs/studio')
const [folder] = process.argv.slice(2)
const side = 640
const [tile, caption, gap] = [300, 112, 10]
const [columns, rows] = [4, 4]
const styles = ['fantasy-art', 'digital-art', 'comic-book']

const fonts = createRequire(import.meta.url)
const face = (name: string, file: string) =>
  GlobalFonts.registerFromPath(fonts.resolve(`@fontsource-variable/${file}`), name)
face('Sheet', 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2')
face('Sheet Serif', 'literata/files/literata-latin-opsz-normal.woff2')

/** Whoever follows what the form offers ends at this model. */
const offered = (studio: Studio, prompt: string): string => {
  const first = 'studio-vista'
  return studio.read({ model: first, prompt, negativePrompt: '' }).better[0] ?? first
}

/** Words that the sheet cannot show are counted. */
const listed = (words: readonly string[], prompt: string): string =>
  prompt in glosses && words.length > 0 ? `${words.length} of its words` : words.join(', ')

const write = (pen: SKRSContext2D, text: string, x: number, y: number, lines: number): number => {
  let line = ''
  let at = 0
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (pen.measureText(longer).width <= tile) line = longer
    else if (at === lines - 1) {
      line = `${line} …`
      break
    } else {
      pen.fillText(line, x, y + at * 15)
      at++
      line = word
    }
  }
  pen.fillText(line, x, y + at * 15)
  return y + (at + 1) * 15
}

const prompts = [...usual, ...hostile]
const studio = openStudio()
const perPage = columns * rows
await fs.mkdir(page, { recursive: true })
if (folder) await fs.mkdir(folder, { recursive: true })
for (let from = 0; from < prompts.length; from += perPage) {
  const canvas = createCanvas(columns * (tile + gap) + gap, rows * (tile + caption + gap) + gap)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#16130f'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  for (const [n, prompt] of prompts.slice(from, from + perPage).entries()) {
    const model = offered(studio, prompt)
    const order = { model, prompt, negativePrompt: '', stylePreset: styles[(from + n) % 3] ?? null, seed: 7 }
    const { png } = await studio.draw({ ...order, width: side, height: side, madeBy: '' })
    if (folder) await fs.writeFile(path.join(folder, `${String(from + n + 1).padStart(2, '0')}.png`), png)
    const x = gap + (n % columns) * (tile + gap)
    const y = gap + Math.floor(n / columns) * (tile + caption + gap)
    pen.drawImage(await loadImage(Buffer.from(png)), x, y, tile, tile)
    const { understood, ignored } = studio.read(order)
    pen.font = '13px "Sheet Serif", serif'
    pen.fillStyle = '#e8dfcc'
    let foot = write(pen, `${from + n + 1}. ${glosses[prompt] ?? prompt}`, x, y + tile + 18, 3)
    pen.font = '11.5px Sheet, sans-serif'
    pen.fillStyle = '#9fb48a'
    const name = imageModels.find(({ slug }) => slug === model)?.name
    foot = write(pen, `${name}: ${listed(understood, prompt) || 'nothing'}`, x, foot + 2, 2)
    pen.fillStyle = '#c08a5a'
    if (ignored.length > 0) write(pen, `left out: ${listed(ignored, prompt)}`, x, foot, 2)
  }
  const file = path.join(page, `contact-sheet-${from / perPage + 1}.webp`)
  await sharp(await canvas.encode('png'))
    .webp({ quality: 72 })
    .toFile(file)
  console.log(file)
}
await studio.close()
