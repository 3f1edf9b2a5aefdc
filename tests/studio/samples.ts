import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { localStudio } from '../../backend/providers/images/local.ts'
import { samplePrompts } from './sample-prompts.ts'

/**
 * `node tests/studio/samples.ts [model]`: draws the pictures by which the studio's models show themselves, into the web app. They are
 * kept there, so that choosing a model does not wait for a drawing; run it again when the studio's hand has changed.
 */
const folder = path.join(import.meta.dirname, '../../frontend/public/samples')
const studio = localStudio()

await fs.mkdir(folder, { recursive: true })
for (const [model, samples] of Object.entries(samplePrompts)) {
  if (process.argv[2] && process.argv[2] !== model) continue
  for (const [n, sample] of samples.entries()) {
    const request = { ...sample, model, negativePrompt: '', width: 1152, height: 896, seed: 7 + n, nsfw: false }
    const { bytes } = await studio.generate({ ...request, signal: AbortSignal.timeout(60_000) })
    await sharp(bytes)
      .resize({ width: 512 })
      .webp({ quality: 78 })
      .toFile(path.join(folder, `${model}-${n}.webp`))
  }
}
await studio.close?.()
