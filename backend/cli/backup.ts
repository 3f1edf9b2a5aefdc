import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { pino } from 'pino'
import loreloom from '../../package.json' with { type: 'json' }
import { startedFrom, Unsound } from '../backup/check.ts'
import { layClusterFrom, removeWithCluster, stopCluster } from '../backup/cluster.ts'
import { elsewhere } from '../backup/elsewhere.ts'
import { encodeArchive, endingOf } from '../backup/file-stream.ts'
import { recordBackup } from '../backup/last-backup.ts'
import { writeList } from '../backup/list.ts'
import { databaseName, type Manifest } from '../backup/manifest.ts'
import { passphraseOf } from '../backup/passphrase.ts'
import { progress, sized } from '../backup/progress.ts'
import { type BucketList, stage } from '../backup/stage.ts'
import { createArchive } from '../backup/write.ts'
import { type Config, readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { onlyArgument, parsed, readUsage } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { installedPostgres } from '../platform/databases.ts'
import { tryLock } from '../platform/kernel-lock.ts'
import { embeddedVersion } from '../platform/postgres-binaries.ts'
import { isRoot, makeTraversable } from '../platform/postgres-home.ts'
import { runProcess } from '../platform/run-process.ts'
import type { Stopping } from '../platform/stopping.ts'
import { s3 } from '../providers/files/s3.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'
import { views } from '../things.ts'

/** `npm run backup -- FILE`: writes all parts of an installation on this machine into one file, also while it runs. */
const usage = `usage: npm run backup -- FILE [--passphrase-file FILE] [--unchecked]

  FILE               ends in .tar, .tar.gz or .tar.zst; - writes a tar to the standard output (npm --silent run backup -- -)
  --passphrase-file  encrypts it, as BACKUP_PASSPHRASE does: it holds all secrets of the installation
  --unchecked        does not start the copy's database to see whether everything fits`

const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const print = (line: string) => process.stderr.write(`${line}\n`)

interface Options {
  file: string
  unchecked: boolean
  passphrase: string | undefined
}
interface Opened {
  draft: string
  postgres: pg.ClientConfig | undefined
  bucket: BucketList | undefined
}

const options = { 'passphrase-file': { type: 'string' }, unchecked: { type: 'boolean', default: false } } as const
const readArguments = () => {
  const { values, positionals } = parsed(process.argv.slice(2), { options, allowPositionals: true })
  return { file: onlyArgument(positionals, 'FILE'), ...values }
}

/** Creates an empty staging folder in the data directory. Throws CannotStart while another backup is made. */
const openDraft = async (dataDir: string, stopping: Stopping): Promise<string> => {
  if (!existsSync(dataDir)) throw new CannotStart(`DATA_DIR ${dataDir} is not there: nothing of an installation is.`)
  const lock = tryLock(join(dataDir, 'backup.lock'))
  if (!lock) throw new CannotStart('Another backup is being made.')
  stopping.add('backup lock', lock.release)
  const draft = join(dataDir, 'backup-draft')
  await stopCluster(draft)
  removeWithCluster(draft)
  mkdirSync(draft, { mode: 0o700 })
  if (isRoot()) makeTraversable(draft)
  stopping.add('backup draft', () => removeWithCluster(draft), 60_000)
  return draft
}

/** Writes the whole file or none, by renaming a draft at the end. */
const writeFile = async (file: string, from: NodeJS.ReadableStream, signal: AbortSignal) => {
  if (file === '-') return pipeline(from, process.stdout, { signal })
  const draft = `${file}.draft`
  rmSync(draft, { force: true })
  try {
    await pipeline(from, createWriteStream(draft, { mode: 0o600, flush: true }), { signal })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

const refuseFile = (file: string) => {
  if (file === '-' && process.stdout.isTTY)
    throw new CannotStart('A terminal is no place for a backup: name a file, or pipe it.')
  if (file === '-') return
  if (existsSync(file)) throw new CannotStart(`${file} is there already.`)
  if (!existsSync(dirname(resolve(file)))) throw new CannotStart(`There is no folder ${dirname(resolve(file))}.`)
}

const checkOf = async (config: Config, draft: string, signal: AbortSignal): Promise<Manifest['counts']> => {
  print('Starting the copy, to see whether everything fits')
  await layClusterFrom(join(draft, databaseName), join(draft, 'postgres'))
  const withLog = config.eventStoreUrl === undefined
  const copy = {
    dir: draft,
    withLog,
    withMedia: config.s3 === undefined,
    auditKeys: config.auditKeys,
    views,
    log,
    signal,
  }
  const { counts, doubts } = await startedFrom(copy).catch((error: unknown) => {
    throw error instanceof Unsound ? new CannotStart(`This installation cannot be backed up: ${error.message}.`) : error
  })
  for (const doubt of doubts) print(`In the installation, and so in its copy, ${doubt}.`)
  if (doubts.length > 0) process.exitCode = 1
  return counts
}

/** Creates the whole backup and prints each step. */
const make = async (config: Config, options: Options, { draft, postgres, bucket }: Opened, signal: AbortSignal) => {
  const { file, unchecked, passphrase } = options
  const began = performance.now()
  const createdAt = new Date().toISOString()
  await stage({ config, dir: draft, postgres, bucket, signal, onBytes: progress(print, 'The database') })
  const counts = postgres && !unchecked ? await checkOf(config, draft, signal) : null
  const { list, mediaCount } = await writeList(draft, signal, progress(print, 'Digests'))
  const manifest: Manifest = {
    format: 'loreloom-backup',
    version: 1,
    id: randomUUID(),
    createdAt,
    loreloom: loreloom.version,
    database: postgres ? await embeddedVersion() : null,
    log: postgres && config.eventStoreUrl === undefined ? 'database' : 'elsewhere',
    media: bucket ? 'listed' : 'files',
    mediaCount,
    counts,
    list,
  }
  const tar = createArchive({ dir: draft, manifest, signal, onBytes: progress(print, 'Writing', list.total) })
  await writeFile(file, await encodeArchive(tar, endingOf(file), passphrase), signal)
  const bytes = file === '-' ? null : (await stat(file)).size
  recordBackup(config.dataDir, {
    at: createdAt,
    bytes,
    isChecked: counts !== null,
    isEncrypted: passphrase !== undefined,
  })
  const size = bytes === null ? '' : `, as ${sized(bytes)} in ${file}`
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  print(`Backed up ${sized(list.total)}, ${mediaCount} media files among it, in ${seconds} s${size}.`)
  for (const line of elsewhere(config)) print(line)
  if (passphrase === undefined)
    print(
      'It is not encrypted, and holds every word, address and secret of the installation: keep it as you keep those.',
    )
}

await runProcess(log, async (stopping) => {
  const { 'passphrase-file': passphraseFile, ...options } = readUsage(usage, readArguments)
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const passphrase = await passphraseOf(passphraseFile, config.backupPassphrase)
  endingOf(options.file)
  refuseFile(options.file)
  const draft = await openDraft(config.dataDir, stopping)
  const postgres = config.databaseUrl === undefined ? await installedPostgres(config, stopping) : undefined
  const store = config.s3 && s3(config.s3)
  if (store) stopping.add('files', () => store.close())

  const interrupted = new AbortController()
  const bucket = store && (() => store.list())
  const made = make(config, { ...options, passphrase }, { draft, postgres, bucket }, interrupted.signal)
  const stop = () => {
    interrupted.abort()
    return made.catch(() => undefined)
  }
  stopping.add('backup', stop, 60_000)
  await made
  process.emit('SIGTERM')
})
