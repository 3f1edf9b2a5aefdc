import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { has, markOf } from '#projections/mark.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import { startEmbeddedEventStore } from '../../eventstore/embedded/process.ts'
import { check } from '../../eventstore/move/check.ts'
import { storeLog } from '../../eventstore/move/store-log.ts'
import { headsIn } from '../audit/chain/heads-in-file.ts'
import { verifyInstalled } from '../audit/chain/installed.ts'
import { installedKeys } from '../audit/chain/key-ring.ts'
import { signingWith } from '../audit/chain/signing.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import type { Log } from '../platform/log.ts'
import { socketFolder } from '../platform/socket-folder.ts'
import { makeStopping } from '../platform/stopping.ts'
import { migrate } from '../projections/migrate.ts'
import type { Tabled } from '../projections/tabled.ts'
import type { Counts } from './manifest.ts'

/** The log of a copy is not complete, or its views belong to another log. */
export class Unsound extends Error {}

interface Copy {
  /** A folder with the layout of a data directory. */
  dir: string
  /** True if the database contains the log. */
  withLog: boolean
  /** True if the backup contains the media. */
  withMedia: boolean
  auditKeys: readonly string[] | undefined
  views: readonly Tabled[]
  log: Log
  signal: AbortSignal
}

const named = `select file->>'key' as key from images where file is not null
  union select file->>'key' from image_edits where file is not null union select key from campaign_files
  union select key from conversation_files
  union select key from transcripts
  union select key from recordings, jsonb_array_elements_text(keys) key
  union select key from models, unnest(array[glb->>'key', preview->>'key', stl->'file'->>'key', "threeMf"->'file'->>'key', obj->'file'->>'key']) key
    where key is not null`

/** Counts the rows of a table; 0 if it does not exist. */
const countOf = async (pool: pg.Pool, from: string) => {
  const there = await pool.query<{ name: string | null }>('select to_regclass($1) as name', [from])
  if (there.rows[0]?.name === null) return 0
  const { rows } = await pool.query<{ count: string }>(`select count(*) from ${from}`)
  return Number(rows[0]?.count)
}

/** Checks the log as `npm run log -- check` does. Throws Unsound if it is not complete. */
const logOf = async (url: string, signal: AbortSignal) => {
  const source = storeLog(url, 'the copied log')
  try {
    const { events, digest, broken, repeated } = await check(source, signal, () => undefined)
    const [wrong] = [...broken.first, ...repeated.first]
    if (wrong !== undefined) throw new Unsound(`its log is not whole at ${wrong}`)
    return { events, digest }
  } finally {
    await source.close()
  }
}

/** Returns a message for the operator if media files are missing. */
const doubtAbout = (missing: readonly string[]) =>
  missing.length === 0 ? [] : [`${missing.length} media files that views name are not there, such as ${missing[0]}`]

const chainDoubts = async (
  { dir, auditKeys, signal }: Copy,
  pool: pg.Pool,
  sealedStore: Parameters<typeof verifyInstalled>[0]['sealedStore'],
) => {
  const signing = signingWith(installedKeys({ auditKeys, dataDir: dir }), pool)
  const { result } = await verifyInstalled(
    { pool, sealedStore, signing },
    signal,
    await headsIn(join(dir, 'audit-heads.jsonl')),
  )
  return result === 'altered' || result === 'truncated'
    ? [`the audit chain is ${result}: npm run audit -- verify says what differs`]
    : []
}

/**
 * Starts the database and the log of a copy, and checks revisions, checkpoint, audit chain and media. Throws Unsound if the copy cannot be
 * an installation; `doubts` are defects that the original must have had as well.
 */
export const startedFrom = async (copy: Copy): Promise<{ counts: Counts; doubts: string[] }> => {
  const { dir, withLog, withMedia, views, log } = copy
  const stopping = makeStopping(log)
  try {
    const postgres = await stopping.run('copied PostgreSQL', () => startEmbeddedPostgres(join(dir, 'postgres')), 60_000)
    const pool = new pg.Pool({ ...postgres.options, max: 2 })
    // The server may stop before a closed connection ends; only its user needs the error.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    stopping.add('its connections', () => pool.end())
    await migrate(pool, views)
    const missing = withMedia
      ? (await pool.query<{ key: string }>(named)).rows
          .map(({ key }) => key)
          .filter((key) => !existsSync(join(dir, 'files', key)))
      : []
    const counts = {
      accounts: await countOf(pool, 'auth."user"'),
      jobs: await countOf(pool, 'graphile_worker._private_jobs'),
    }
    if (!withLog) return { counts, doubts: doubtAbout(missing) }

    const socketPath = join(socketFolder(join(dir, 'run')), 'eventstore.sock')
    const server = await stopping.run('copied event store', () =>
      startEmbeddedEventStore({ postgres: postgres.options, socketPath }),
    )
    const sealedStore = connectEventStore(server.url)
    stopping.add('its connection', () => sealedStore.close())
    if (!(await has(sealedStore, await markOf(pool)))) throw new Unsound('its views are of another log')
    const doubts = [...doubtAbout(missing), ...(await chainDoubts(copy, pool, sealedStore))]
    return { counts: { ...counts, log: await logOf(server.url, copy.signal) }, doubts }
  } finally {
    await stopping.stop()
  }
}
