import type { Deps } from '../../http/deps.ts'
import { atMost } from '../../platform/at-most.ts'
import { lruCache } from '../../platform/lru-cache.ts'
import { FileMissing } from '../../providers/files.ts'
import { ImageRejected } from '../../providers/picture-rejected.ts'
import { strippedTypes } from '../../providers/stripped-types.ts'
import { InputRefused } from '../../providers/untrusted-input.ts'
import { type StoredPicture, stripMetadata } from './strip-metadata.ts'

/** Maximum number of files stripped at once, since each is held in memory. */
const strippings = 4
/** Maximum number of cached keys of stripped files, some 100 bytes each. */
const remembered = 10_000

/**
 * Files without metadata. Older pictures, and pictures in older documents, were stored with theirs and may contain
 * their location. Workers strip them; one that is requested earlier is stripped on the request. Throws `ImageRejected`
 * or `InputRefused` if that fails, unless the requester added the file.
 */
export function strippedFiles({
  pool,
  files,
  untrusted,
}: Pick<Deps, 'files' | 'untrusted'> & { pool: Pick<Deps['pool'], 'query'> }) {
  const clean = lruCache<true>(remembered, () => 1)
  const cleaning = new Map<string, Promise<void>>()
  const limited = atMost(strippings)

  const strip = async (file: StoredPicture) => {
    await stripMetadata({ pool, files, untrusted }, file)
    clean.set(file.key, true)
  }
  const once = (file: StoredPicture) => {
    const current = cleaning.get(file.key) ?? limited(() => strip(file)).finally(() => cleaning.delete(file.key))
    cleaning.set(file.key, current)
    return current
  }

  /**
   * Returns the stripped file, which may be smaller than the upload. A file that cannot be stripped is returned to the
   * user who added it: they know its content, and may have no other copy.
   */
  return async (file: StoredPicture, { isAddedByRequester }: { isAddedByRequester: boolean }) => {
    const { key, mime } = file
    if (strippedTypes.includes(mime) && !clean.get(key))
      await once(file).catch((error: unknown) => {
        const isRefused = error instanceof ImageRejected || error instanceof InputRefused
        if (!isRefused || !isAddedByRequester) throw error
      })
    const stored = await files.stat(key)
    if (!stored) throw new FileMissing(key)
    return { size: stored.size, stream: await files.stream(key) }
  }
}
