import { createReadStream, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Log } from '../platform/log.ts'
import { embeddedVersion } from '../platform/postgres-binaries.ts'
import type { Tabled } from '../projections/tabled.ts'
import { accepted } from './accept.ts'
import { startedFrom, Unsound } from './check.ts'
import { layClusterFrom } from './cluster.ts'
import { tarOf } from './file-stream.ts'
import { type Counts, databaseName, type Manifest } from './manifest.ts'
import { progress } from './progress.ts'
import { Altered, readArchive } from './read.ts'
import { listName } from './write.ts'

interface Unpacking {
  config: Config
  file: string
  passphrase: string | undefined
  /** An empty folder that becomes a data directory. */
  dir: string
  views: readonly Tabled[]
  signal: AbortSignal
  log: Log
  print: (line: string) => void
}

/** Errors of the disk name a system call; others concern the archive. */
const ofDisk = (error: unknown) => error instanceof Error && 'syscall' in error

const read = async ({ config, file, passphrase, dir, signal, print }: Unpacking): Promise<Manifest> => {
  const own = await embeddedVersion()
  const source: Readable = file === '-' ? process.stdin : createReadStream(file)
  let report: (bytes: number) => void = () => undefined
  const accept = (manifest: Manifest) => {
    accepted(manifest, config, own)
    report = progress(print, 'Reading', manifest.list.total)
  }
  try {
    return await readArchive(await tarOf(source, passphrase), {
      dir,
      accept,
      signal,
      onBytes: (bytes) => report(bytes),
    })
  } catch (error) {
    if (signal.aborted || error instanceof CannotStart) throw error
    const words = error instanceof Error ? error.message : String(error)
    if (ofDisk(error)) throw new CannotStart(`It cannot be restored: ${words}`)
    const where = error instanceof Altered ? words : `it cannot be read on (${words.split('\n')[0]})`
    throw new CannotStart(`The backup is truncated or was altered: ${where}. Nothing was changed.`)
  } finally {
    source.destroy()
  }
}

const check = async ({ config, dir, views, signal, log, print }: Unpacking, manifest: Manifest): Promise<Counts> => {
  print('Starting from it, to see whether everything fits')
  await layClusterFrom(join(dir, databaseName), join(dir, 'postgres'))
  rmSync(join(dir, databaseName))
  const { auditKeys } = config
  const [withLog, withMedia] = [manifest.log === 'database', manifest.media === 'files']
  const { counts, doubts } = await startedFrom({ dir, withLog, withMedia, auditKeys, views, log, signal }).catch(
    (error: unknown) => {
      throw error instanceof Unsound ? new CannotStart(`The backup cannot be used: ${error.message}.`) : error
    },
  )
  if (manifest.counts && !isDeepStrictEqual(manifest.counts, counts))
    throw new CannotStart(
      `The backup cannot be used: it says ${JSON.stringify(manifest.counts)} and has ${JSON.stringify(counts)}.`,
    )
  for (const doubt of doubts) print(`As it was when it was backed up, ${doubt}.`)
  return counts
}

/**
 * Creates a data directory from a backup, and starts its database once; returns the manifest with the counts that were found. Throws
 * CannotStart with a message for the operator; `dir` is then unusable.
 */
export const unpack = async (unpacking: Unpacking): Promise<Manifest> => {
  const { dir } = unpacking
  await mkdir(join(dir, 'files'), { recursive: true, mode: 0o700 })
  const manifest = await read(unpacking)
  const counts = manifest.database ? await check(unpacking, manifest) : null
  if (manifest.media === 'listed') rmSync(join(dir, 'files'), { recursive: true })
  for (const name of [listName, 'run']) rmSync(join(dir, name), { recursive: true, force: true })
  return { ...manifest, counts }
}
