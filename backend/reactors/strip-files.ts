import type { Pool } from 'pg'
import { FileMissing, type Files } from '../providers/files.ts'
import { ImageRejected } from '../providers/picture-rejected.ts'
import { strippedTypes } from '../providers/stripped-types.ts'
import { InputRefused, type UntrustedInput } from '../providers/untrusted-input.ts'
import { type StoredPicture, stripMetadata } from '../queries/campaigns/strip-metadata.ts'

/** Processed files: pictures and documents of campaigns from before uploads were stripped, and each one since. */
const table = 'create table if not exists stripped_files (key text primary key)'

export const migrateStrippedFiles = async (pool: Pool): Promise<void> => {
  await pool.query(table)
}

/** Files of erased campaigns cannot be restored. */
const next = `select key, mime, "campaignId" from campaign_files f where mime = any($2) and key > $1
  and not exists (select from stripped_files s where s.key = f.key)
  and not exists (select from sealing_keys k where k.owner = 'campaign:' || f."campaignId" and k."forgottenAt" is not null)
  order by key limit 100`

interface Deps {
  pool: Pick<Pool, 'query'>
  files: Pick<Files, 'get' | 'put' | 'remove'>
  untrusted: Pick<UntrustedInput, 'run'>
  signal: AbortSignal
  /** Called for a file that cannot be processed now: the others are, and it is retried at the next start. */
  warn(error: unknown): void
}

/** Strips every unprocessed file, one after the other; including removed ones, which can be restored. */
export const stripFiles = async ({ pool, files, untrusted, signal, warn }: Deps): Promise<void> => {
  for (let after = ''; ; ) {
    const { rows } = await pool.query<StoredPicture>(next, [after, strippedTypes])
    for (const file of rows) {
      if (signal.aborted) return
      if (await isDone({ pool, files, untrusted, warn }, file))
        await pool.query('insert into stripped_files (key) values ($1) on conflict do nothing', [file.key])
      after = file.key
    }
    if (rows.length === 0) return
  }
}

/** Returns true for an unreadable file too, which only its uploader receives; false for a missing one, which may reappear. */
const isDone = ({ warn, ...deps }: Omit<Deps, 'signal'>, file: StoredPicture): Promise<boolean> =>
  stripMetadata(deps, file).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ImageRejected || error instanceof InputRefused) return true
      if (!(error instanceof FileMissing)) warn(error)
      return false
    },
  )

/** Runs with a worker until all files are processed. Returns a function that stops it. */
export const stripping = (deps: Omit<Deps, 'signal'>) => {
  const ending = new AbortController()
  const under = stripFiles({ ...deps, signal: ending.signal }).catch(deps.warn)
  return async () => {
    ending.abort()
    await under
  }
}
