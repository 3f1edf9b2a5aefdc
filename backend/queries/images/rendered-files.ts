import { atMost } from '../../platform/at-most.ts'
import { FileMissing, type Files } from '../../providers/files.ts'

/** Each holds a whole picture in memory and a thread of the processor. */
const makings = 4

/** Files that can be made again at any time, kept so that each is made once: many who ask at once wait for the same making. */
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

  /** All of it. */
  const bytes = (key: string, mime: string, draw: () => Promise<Buffer>): Promise<Buffer> => {
    const current = making.get(key) ?? made(key, mime, draw).finally(() => making.delete(key))
    making.set(key, current)
    return current
  }

  /** As it is read, with its size: what is large is not held in memory by everybody who asks for it. */
  const stream = async (key: string, mime: string, draw: () => Promise<Buffer>) => {
    if (!(await files.stat(key))) await bytes(key, mime, draw)
    const stored = await files.stat(key)
    if (!stored) throw new FileMissing(key)
    return { size: stored.size, stream: await files.stream(key) }
  }

  return { bytes, stream }
}
