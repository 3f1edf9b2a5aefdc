import { writeFile } from 'node:fs/promises'
import sharp, { type OverlayOptions } from 'sharp'
import { openStudio } from './index.ts'

/** Every model in every style on one page, to be looked at: `node studio/sheet.ts out.png [seed]`. Prints milliseconds for each. */

const prompts: Record<string, [string, string, string]> = {
  'studio-vista': [
    'epic mountains at golden hour with a castle',
    'moonlit lake, a punt with a lantern',
    'volcano with lava at night',
  ],
  'studio-settlement': ['harbour town at dusk with lit windows', 'a castle on a hill', 'chapel in the moonlight'],
  'studio-likeness': [
    'elven woman with red hair and a green cloak',
    'old dwarf with a white beard and a helm',
    'pirate with an eyepatch and a tricorn',
  ],
  'studio-interior': ['tavern with patrons', 'great hall with a throne', 'crypt with coffins by torchlight'],
  'studio-handout': ['wanted poster of an old guard', 'treasure map, torn', 'a sealed letter'],
  'studio-blazon': [
    'golden lion on a red field',
    'per pale blue and white, a black raven',
    'green shield with a white chevron and three stars',
  ],
  'studio-still-life': ['a longsword with a ruby pommel', 'golden crown with emeralds', 'green potion in a glass vial'],
  'studio-dungeon': [
    'crypt with coffins and bones',
    'castle keep with a throne hall',
    'cave with a pool and mushrooms',
  ],
  'studio-wilderness': [
    'forest path with a river and a bridge',
    'bandit camp in a clearing at night',
    'rocky coast with a jetty',
  ],
}
const styles = ['fantasy-art', 'digital-art', 'comic-book']
const side = 420
const gap = 6

const [out = 'studio.png', seed = '7'] = process.argv.slice(2)
const studio = openStudio()
const tiles: OverlayOptions[] = []
for (const [row, style] of styles.entries()) {
  for (const [column, model] of studio.models.entries()) {
    const began = performance.now()
    const { png: bytes } = await studio.draw({
      model,
      prompt: prompts[model]?.[row] ?? model,
      negativePrompt: '',
      stylePreset: style,
      width: 1024,
      height: 1024,
      seed: Number(seed),
      madeBy: '',
    })
    console.log(`${model} ${style} ${Math.round(performance.now() - began)} ms, ${Math.round(bytes.length / 1024)} kB`)
    tiles.push({
      input: await sharp(bytes).resize(side, side).png().toBuffer(),
      left: column * (side + gap),
      top: row * (side + gap),
    })
  }
}
const width = studio.models.length * (side + gap)
await writeFile(
  out,
  await sharp({ create: { width, height: styles.length * (side + gap), channels: 3, background: '#15120f' } })
    .composite(tiles)
    .png()
    .toBuffer(),
)
await studio.close()
