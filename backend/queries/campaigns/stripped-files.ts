import { stripKept } from '../../commands/campaigns/strip-kept.ts'
import { atMost } from '../../platform/at-most.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import { FileMissing, type Files } from '../../providers/files.ts'

/** Each holds a whole file in memory. */
const strippings = 4
/** Names of files, some 100 bytes each. */
const remembered = 10_000

/**
 * Files as they may be given out: pictures of before pictures were stripped when they come say where they were taken. Workers go over them;
 * one that is asked for before that is stripped then. Throws `ImageRejected` where it cannot be.
 */
export function strippedFiles(files: Files) {
  const clean = lruCache<true>(remembered, () => 1)
  const cleaning = new Map<string, Promise<void>>()
  const inTurn = atMost(strippings)

  const strip = async (key: string, mime: string) => {
    await stripKept(files, { key, mime })
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
