import type { Pool } from 'pg'
import type { KeyOwner } from '#domain/erasable.ts'
import { FileMissing, type Files } from '../../providers/files.ts'
import { strippedStored } from '../../providers/stripped.ts'

/** A picture, or a document with pictures, among the files of a campaign. */
export interface StoredPicture {
  key: string
  mime: string
  campaignId: string
}

interface Deps {
  pool: Pick<Pool, 'query'>
  files: Pick<Files, 'get' | 'put' | 'remove'>
}

const forgotten = 'select from sealing_keys where owner = $1 and "forgottenAt" is not null'

/** Takes out of kept pictures what they say beside their pixels, in place. Throws `ImageRejected` where that cannot be done, `FileMissing`. */
export const stripMetadata = async ({ pool, files }: Deps, { key, mime, campaignId }: StoredPicture): Promise<void> => {
  const bytes = await files.get(key)
  const without = await strippedStored(mime, bytes)
  if (without.equals(bytes)) return
  await files.put(key, without, mime)
  // A campaign's key is forgotten before its files are removed: whoever puts one back after that sees it here.
  const { rowCount } = await pool.query(forgotten, [`campaign:${campaignId}` satisfies KeyOwner])
  if (rowCount === 0) return
  await files.remove(key)
  throw new FileMissing(key)
}
