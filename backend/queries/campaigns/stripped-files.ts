import type { Deps } from '../../http/deps.ts'
import { atMost } from '../../platform/at-most.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import { FileMissing } from '../../providers/files.ts'
import { strippedTypes } from '../../providers/stripped.ts'
import { type StoredPicture, stripMetadata } from './strip-metadata.ts'

/** Each holds a whole file in memory. */
const strippings = 4
/** Names of files, some 100 bytes each. */
const remembered = 10_000

/**
 * Files as they may be given out: pictures, and those in documents, of before they were stripped when they come say where they were taken. Workers go over them;
 * one that is asked for before that is stripped then. Throws `ImageRejected` where it cannot be.
 */
export function strippedFiles({ pool, files }: Pick<Deps, 'files'> & { pool: Pick<Deps['pool'], 'query'> }) {
  const clean = lruCache<true>(remembered, () => 1)
  const cleaning = new Map<string, Promise<void>>()
  const limited = atMost(strippings)

  const strip = async (file: StoredPicture) => {
    await stripMetadata({ pool, files }, file)
    clean.set(file.key, true)
  }
  const once = (file: StoredPicture) => {
    const current = cleaning.get(file.key) ?? limited(() => strip(file)).finally(() => cleaning.delete(file.key))
    cleaning.set(file.key, current)
    return current
  }

  /** Its size is what is sent, which may be less than what was uploaded. */
  return async (file: StoredPicture) => {
    const { key, mime } = file
    if (strippedTypes.includes(mime) && !clean.get(key)) await once(file)
    const stored = await files.stat(key)
    if (!stored) throw new FileMissing(key)
    return { size: stored.size, stream: await files.stream(key) }
  }
}
