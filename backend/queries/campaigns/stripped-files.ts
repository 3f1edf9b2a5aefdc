import { atMost } from '../../platform/at-most.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import { FileMissing, type Files } from '../../providers/files.ts'
import { ImageRejected } from '../../providers/picture-rejected.ts'
import { stripped } from '../../providers/stripped.ts'

/** Each holds a whole file in memory. */
const strippings = 4
/** Names of files, some 100 bytes each. */
const remembered = 10_000

/**
 * Files as they may be given out: pictures of before pictures were stripped when they come say where they were taken. Each is stripped when
 * it is first asked for, and kept so.
 */
export function strippedFiles(files: Files) {
  const clean = lruCache<true>(remembered, () => 1)
  const cleaning = new Map<string, Promise<void>>()
  const inTurn = atMost(strippings)

  const strip = async (key: string, mime: string) => {
    const bytes = await files.get(key)
    const without = withoutMetadata(mime, bytes)
    if (!without.equals(bytes)) await files.put(key, without, mime)
    clean.set(key, true)
  }
  const once = (key: string, mime: string) => {
    const current = cleaning.get(key) ?? inTurn(() => strip(key, mime)).finally(() => cleaning.delete(key))
    cleaning.set(key, current)
    return current
  }

  /** Its size is what is sent, which may be less than what was uploaded. */
  return async ({ key, mime }: { key: string; mime: string }) => {
    if (mime.startsWith('image/') && !clean.get(key)) await once(key, mime)
    const kept = await files.stat(key)
    if (!kept) throw new FileMissing(key)
    return { size: kept.size, stream: await files.stream(key) }
  }
}

/** One whose parts cannot be told from each other stays as it is: whoever kept it may still want it. */
const withoutMetadata = (mime: string, bytes: Buffer): Buffer => {
  try {
    return stripped(mime, bytes)
  } catch (error) {
    if (error instanceof ImageRejected) return bytes
    throw error
  }
}
