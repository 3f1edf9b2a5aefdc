import type { Pool } from 'pg'
import type { KeyOwner } from '#domain/erasable.ts'
import { FileMissing, type Files } from '../../providers/files.ts'
import type { UntrustedInput } from '../../providers/untrusted-input.ts'

/** A picture, or a document with pictures, among the files of a campaign. */
export interface StoredPicture {
  key: string
  mime: string
  campaignId: string
}

interface Deps {
  pool: Pick<Pool, 'query'>
  files: Pick<Files, 'get' | 'put' | 'remove'>
  untrusted: Pick<UntrustedInput, 'run'>
}

const forgotten = 'select from sealing_keys where owner = $1 and "forgottenAt" is not null'

/**
 * Removes metadata from stored pictures in place. Throws `ImageRejected` or `InputRefused` if that is impossible, and
 * `FileMissing` if the file was deleted.
 */
export const stripMetadata = async (
  { pool, files, untrusted }: Deps,
  { key, mime, campaignId }: StoredPicture,
): Promise<void> => {
  const { bytes: without } = await untrusted.run('storedFile', { bytes: await files.get(key), options: { mime } })
  if (!without) return
  await files.put(key, without, mime)
  // A campaign's key is erased before its files are removed, so a file that was written back afterwards is detected
  // here.
  const { rowCount } = await pool.query(forgotten, [`campaign:${campaignId}` satisfies KeyOwner])
  if (rowCount === 0) return
  await files.remove(key)
  throw new FileMissing(key)
}
