import { FileMissing, type Files } from '../providers/files.ts'

/** Files that can be made again at any time, kept so that each is made once: many who ask at once wait for the same making. */
export function drawnOnce(files: Files) {
  const making = new Map<string, Promise<Buffer>>()

  const made = async (key: string, mime: string, make: () => Promise<Buffer>) => {
    const kept = await files.get(key).catch((error: unknown) => {
      if (error instanceof FileMissing) return undefined
      throw error
    })
    if (kept) return kept
    const bytes = await make()
    await files.put(key, bytes, mime)
    return bytes
  }

  return (key: string, mime: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const current = making.get(key) ?? made(key, mime, make).finally(() => making.delete(key))
    making.set(key, current)
    return current
  }
}
