import { writeFile } from 'node:fs/promises'
import sharp, { type OverlayOptions } from 'sharp'
import { type Commission, draw } from '../draw.ts'
import { blank, type Raster } from './raster.ts'
import { Refusal } from './refusal.ts'
import { type Retouch, retouch } from './retouch.ts'
import { type Case, cases } from './sheet-cases.ts'

/**
 * Renders a contact sheet of all tools on pictures of the studio, before (with the painted area) and after:
 * `node studio/retouch/sheet.ts out.webp [side] [first] [last]`. Prints the processor time of each edit in milliseconds.
 */
const [out = 'retouch.webp', side = '640', first = '0', last = String(cases.length)] = process.argv.slice(2)
const size = Number(side)
const tile = 190
const gap = 6
const columns = 3

const encoded = ({ w, h, px }: Raster) => sharp(px, { raw: { width: w, height: h, channels: 4 } }).png()

const painted = (place: Case['place']): Raster => {
  const mask = blank(size, size)
  mask.px.fill(255)
  if (!place) return mask
  const [x, y, w, h] = place
  const whole = w >= 1 && h >= 1
  for (let i = 0; i < size * size; i++) {
    const dx = ((i % size) / size - x - w / 2) / (w / 2)
    const dy = (Math.floor(i / size) / size - y - h / 2) / (h / 2)
    const inside = whole || Math.abs(dx) ** 3 + Math.abs(dy) ** 3 < 1
    mask.px.fill(inside ? 255 : 0, 4 * i, 4 * i + 3)
  }
  return mask
}

const shown = (picture: Raster, mask: Raster | null): Raster => {
  const seen = { ...picture, px: picture.px.slice() }
  if (mask)
    for (let i = 0; i < seen.px.length; i += 4)
      if (mask.px[i] === 255) {
        seen.px[i] = 110 + 0.55 * (seen.px[i] as number)
        seen.px[i + 1] = 0.55 * (seen.px[i + 1] as number)
        seen.px[i + 2] = 70 + 0.55 * (seen.px[i + 2] as number)
      }
  return seen
}

const worded = ({ edit }: Case): string =>
  [edit.tool, edit.searchPrompt, edit.prompt].filter(Boolean).join(' · ').replaceAll('&', '&amp;')

const caption = (text: string) =>
  Buffer.from(
    `<svg width="${2 * tile}" height="16"><text x="2" y="12" font-family="sans-serif" font-size="11" fill="#d8cfc0">${text}</text></svg>`,
  )

const small = (picture: Raster) =>
  encoded(picture).resize(tile, tile, { fit: 'contain', background: '#00000000' }).png().toBuffer()

const checks = Buffer.from(
  `<svg width="${tile}" height="${tile}"><pattern id="c" width="16" height="16" patternUnits="userSpaceOnUse"><rect width="16" height="16" fill="#5b554e"/><path d="M0 0h8v8H0zM8 8h8v8H8z" fill="#474139"/></pattern><rect width="100%" height="100%" fill="url(#c)"/></svg>`,
)

const tiles: OverlayOptions[] = []
const chosen = cases.slice(Number(first), Number(last))
for (const [n, one] of chosen.entries()) {
  const { model, prompt, style: stylePreset } = one
  const order = { model, prompt, negativePrompt: '', stylePreset, width: size, height: size, seed: 7 + n }
  const { pixels, things } = await draw(order as Commission)
  const before: Raster = { w: size, h: size, px: new Uint8ClampedArray(pixels) }
  const mask = one.place ? painted(one.place) : null
  const edit = {
    ...one.edit,
    ...(mask && { mask: await encoded(mask).removeAlpha().toColourspace('b-w').png().toBuffer() }),
  }
  const picture = await encoded(before).toBuffer()
  const since = process.cpuUsage()
  const notes = one.notes === false ? undefined : things
  const results = await retouch({ picture, edit: edit as Retouch, things: notes, seed: 11 }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    console.log(error.message)
    return [blank(size, size)]
  })
  const { user, system } = process.cpuUsage(since)
  console.log(`${n + Number(first)} ${prompt} · ${worded(one)}: ${Math.round((user + system) / 1000)} ms`)
  const left = (n % columns) * (2 * tile + 3 * gap)
  const top = Math.floor(n / columns) * (tile + 16 + gap)
  tiles.push(
    { input: await small(shown(before, mask)), left, top },
    { input: checks, left: left + tile + gap / 2, top },
    { input: await small(results[0] as Raster), left: left + tile + gap / 2, top },
    { input: caption(worded(one)), left, top: top + tile },
  )
}
const width = columns * (2 * tile + 3 * gap)
const height = Math.ceil(chosen.length / columns) * (tile + 16 + gap)
const page = sharp({ create: { width, height, channels: 3, background: '#15120f' } }).composite(tiles)
await writeFile(out, out.endsWith('.png') ? await page.png().toBuffer() : await page.webp({ quality: 74 }).toBuffer())
