import type { Pool } from 'pg'
import { stripKept } from '../commands/campaigns/strip-kept.ts'
import { FileMissing, type Files } from '../providers/files.ts'
import { ImageRejected } from '../providers/picture-rejected.ts'

/** Pictures among campaigns' files that were gone over: those of before they were stripped when they come, and each since, once. */
const table = 'create table if not exists stripped_files (key text primary key)'

export const migrateStrippedFiles = async (pool: Pool): Promise<void> => {
  await pool.query(table)
}

const next = `select key, mime from campaign_files f where mime like 'image/%' and key > $1
  and not exists (select from stripped_files s where s.key = f.key) order by key limit 100`

interface Deps {
  pool: Pick<Pool, 'query'>
  files: Pick<Files, 'get' | 'put'>
  signal: AbortSignal
}

/** Strips every picture that was not gone over yet, one after the other; removed ones too, since they can be restored. */
export const stripFiles = async ({ pool, files, signal }: Deps): Promise<void> => {
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ key: string; mime: string }>(next, [after])
    for (const file of rows) {
      if (signal.aborted) return
      if (await isStripped(files, file))
        await pool.query('insert into stripped_files (key) values ($1) on conflict do nothing', [file.key])
      after = file.key
    }
    if (rows.length === 0) return
  }
}

/** One that cannot be read is never given out; one that is not there may come back. */
const isStripped = (files: Deps['files'], file: { key: string; mime: string }): Promise<boolean> =>
  stripKept(files, file).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ImageRejected) return true
      if (error instanceof FileMissing) return false
      throw error
    },
  )

/** Begins with a worker, and is over when all are done. Answers how to end it. */
export const stripping = (deps: Omit<Deps, 'signal'>, warn: (error: unknown) => void) => {
  const ending = new AbortController()
  const under = stripFiles({ ...deps, signal: ending.signal }).catch(warn)
  return async () => {
    ending.abort()
    await under
  }
}
