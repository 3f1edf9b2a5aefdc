import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { drawPlan } from '../../studio/maps/print.ts'
import { planOf } from './map-orders.ts'

/** `node tests/studio/map-sheet.ts`: a contact sheet of battle maps into the documents, every theme as a game master has it. */
const maps = [
  { prompt: 'a crypt with a flooded cell and a hidden vault', seed: 5 },
  { prompt: 'a cave with a pool', seed: 4 },
  { prompt: 'a sewer', seed: 3 },
  { prompt: 'a castle keep with a moat and a throne room', seed: 7 },
  { prompt: 'a tavern at night with three guest rooms', seed: 2 },
  { prompt: 'a village by a river in autumn', seed: 6, outdoors: true },
  { prompt: 'a forest with a bandit camp and standing stones', seed: 5, outdoors: true },
  { prompt: 'a ruined abbey', seed: 4, outdoors: true },
  { prompt: 'a pirate ship', seed: 3 },
  { prompt: 'a mine with rough tunnels', seed: 8, style: 'comic-book' },
  { prompt: 'a village with a smithy and a chapel', seed: 9, style: 'comic-book', outdoors: true },
  { prompt: 'a crypt', seed: 11, style: 'comic-book' },
  { prompt: 'a temple in the desert', seed: 12, style: 'digital-art' },
  { prompt: 'a snowy forest with a pond at dusk', seed: 13, outdoors: true },
  { prompt: 'a lava cave with a lair', seed: 14 },
  { prompt: 'a large castle', seed: 15, style: 'digital-art' },
]
const [across, side, gap] = [4, 400, 6]
const out = path.join(import.meta.dirname, '../../docs/contact-sheets/maps.webp')

const tiles: OverlayOptions[] = []
for (const [i, order] of maps.entries()) {
  const { pixels, width, height } = drawPlan(planOf(order.prompt, { ...order, width: 1024, height: 1024 }), {
    audience: 'dm',
  })
  tiles.push({
    input: await sharp(pixels, { raw: { width, height, channels: 4 } })
      .resize(side)
      .png()
      .toBuffer(),
    left: (i % across) * (side + gap),
    top: Math.floor(i / across) * (side + gap),
  })
}
const [width, height] = [across * (side + gap) - gap, Math.ceil(maps.length / across) * (side + gap) - gap]
await sharp({ create: { width, height, channels: 3, background: '#15120f' } })
  .composite(tiles)
  .webp({ quality: 72 })
  .toFile(out)
