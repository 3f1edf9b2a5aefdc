import fs from 'node:fs/promises'
import path from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { sculptPicture } from '../../studio/figure/pictured.ts'
import { photograph } from '../../studio/figure/preview.ts'
import { sculptFigure } from '../../studio/figure/sculpt.ts'

/** `node tests/studio/model-sheet.ts [docs/contact-sheets/models.png]`: models of 20 prompts and 10 pictures, each from four sides. */
const prompts = [
  'a dwarf blacksmith with a hammer',
  'an old wizard with a staff',
  'a knight named Ada of the Vale',
  'a queen with a crown',
  'a hooded ranger with a bow',
  'a pirate with a cutlass',
  'a grey wolf',
  'a brown bear',
  'a lion',
  'a stag',
  'a red dragon',
  'a giant spider',
  'a stone golem',
  'a beholder',
  'a skeleton',
  'a treasure chest',
  'a green potion',
  'a sword in a stone',
  'an old spellbook',
  'a golden crown',
]
const pictures = [
  ['studio-likeness-0', 'figure'],
  ['studio-likeness-1', 'figure'],
  ['studio-likeness-2', 'figure'],
  ['studio-still-life-0', 'figure'],
  ['studio-blazon-0', 'figure'],
  ['studio-likeness-0', 'relief'],
  ['studio-still-life-1', 'relief'],
  ['studio-blazon-1', 'relief'],
  ['studio-dungeon-0', 'terrain'],
  ['studio-wilderness-0', 'terrain'],
] as const

const samples = path.join(import.meta.dirname, '../../frontend/public/samples')
const [side, columns] = [96, 3]
const target = process.argv[2] ?? path.join(import.meta.dirname, '../../docs/contact-sheets/models.png')

const works = [
  ...prompts.map((prompt) => ({
    title: prompt,
    make: () => sculptFigure({ prompt, seed: 7, height: 28, isBust: false, edge: 0.75 }),
  })),
  ...pictures.map(([file, as]) => ({
    title: `${file} as ${as}`,
    make: async () =>
      sculptPicture({
        image: await fs.readFile(path.join(samples, `${file}.webp`)),
        as,
        seed: 7,
        height: 28,
        detail: 120,
      }),
  })),
]

const label = 14
const canvas = createCanvas(columns * 4 * side, Math.ceil(works.length / columns) * (side + label))
const pen = canvas.getContext('2d')
pen.fillStyle = '#d3d7dc'
pen.fillRect(0, 0, canvas.width, canvas.height)
pen.font = '10px sans-serif'
for (const [i, { title, make }] of works.entries()) {
  process.stderr.write(`${title}\n`)
  const cast = await make()
  const [x, y] = [(i % columns) * 4 * side, Math.floor(i / columns) * (side + label)]
  pen.fillStyle = '#22252a'
  pen.fillText(title, x + 4, y + 10)
  if (!cast) continue
  const shots = await photograph(cast, 'Contact sheet', { wanted: ['front', 'right', 'back', 'left'], other: side })
  for (const [k, { png }] of shots.entries())
    pen.drawImage(await loadImage(Buffer.from(png)), x + k * side, y + label, side, side)
}
await sharp(canvas.toBuffer('image/png'))
  .png({ palette: true, colours: 96, compressionLevel: 9, effort: 10 })
  .toFile(target)
