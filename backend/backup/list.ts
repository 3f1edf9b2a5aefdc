import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createDigestStream } from './digest.ts'
import { writeLines } from './lines.ts'
import type { Manifest } from './manifest.ts'
import { listed } from './stage.ts'
import { listName } from './write.ts'

const isMedia = (name: string) => name.startsWith('files/') && !name.startsWith('files/.')

/** Writes the list of the gathered files next to them, and returns its description for the manifest. */
export const writeList = async (
  dir: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<Pick<Manifest, 'list' | 'mediaCount'>> => {
  let [entries, total, mediaCount] = [0, 0, 0]
  async function* counted() {
    for await (const entry of listed(dir, signal, onBytes)) {
      entries++
      total += entry.bytes
      if (isMedia(entry.name)) mediaCount++
      yield entry
    }
  }
  const file = join(dir, listName)
  await writeLines(file, counted(), signal)
  const { through, digest } = createDigestStream()
  await pipeline(createReadStream(file), through.resume(), { signal })
  return { list: { entries, total, ...digest() }, mediaCount }
}
