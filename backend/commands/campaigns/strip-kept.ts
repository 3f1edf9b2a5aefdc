import type { Files } from '../../providers/files.ts'
import { strippedOrDrawnAnew } from '../../providers/stripped.ts'

/** Takes out of a kept picture what it says beside its pixels, in place. Throws `ImageRejected` where that cannot be done, `FileMissing`. */
export const stripKept = async (
  files: Pick<Files, 'get' | 'put'>,
  { key, mime }: { key: string; mime: string },
): Promise<void> => {
  const bytes = await files.get(key)
  const without = await strippedOrDrawnAnew(mime, bytes)
  if (!without.equals(bytes)) await files.put(key, without, mime)
}
