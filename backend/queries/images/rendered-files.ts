import { atMost } from '../../platform/at-most.ts'
import { FileMissing, type Files } from '../../providers/files.ts'

/** Maximum number of concurrent renderings, since each holds a whole picture in memory and a thread of the processor. */
const makings = 4

/** Renders files that can be recreated at any time, and stores them; concurrent requests share a rendering. */
export function renderedFiles(files: Files) {
  const making = new Map<string, Promise<Buffer>>()
  const limited = atMost(makings)

  const made = async (key: string, mime: string, draw: () => Promise<Buffer>) => {
    const stored = await files.get(key).catch((error: unknown) => {
      if (error instanceof FileMissing) return undefined
      throw error
    })
    if (stored) return stored
    return limited(async () => {
      const bytes = await draw()
      await files.put(key, bytes, mime)
      return bytes
    })
  }

  /** Returns the whole file, which is rendered unless it is stored. */
  const bytes = (key: string, mime: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const current = making.get(key) ?? made(key, mime, draw).finally(() => making.delete(key))
    making.set(key, current)
    return current
  }

  /** Streams the file with its size, so that large files are not held in memory for each client. */
  const stream = async (key: string, mime: string, draw: () => Promise<Buffer>) => {
    if (!(await files.stat(key))) await bytes(key, mime, draw)
    const stored = await files.stat(key)
    if (!stored) throw new FileMissing(key)
    return { size: stored.size, stream: await files.stream(key) }
  }

  return { bytes, stream }
}
