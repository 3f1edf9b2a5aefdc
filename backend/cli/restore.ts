import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { missingIn } from '../backup/bucket.ts'
import { removeWithCluster, stopCluster } from '../backup/cluster.ts'
import { bucketName, type Manifest } from '../backup/manifest.ts'
import { passphraseOf } from '../backup/passphrase.ts'
import { sized } from '../backup/progress.ts'
import { unpack } from '../backup/unpack.ts'
import { type Config, readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { onlyArgument, parsed, readUsage } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { claimDataDir } from '../platform/data-dir.ts'
import { isRoot, makeTraversable } from '../platform/postgres-home.ts'
import { installedParts, installRestored, markComplete, wasInterrupted } from '../platform/put-in-place.ts'
import { runProcess } from '../platform/run-process.ts'
import { makeStopping, type Stopping } from '../platform/stopping.ts'
import { s3 } from '../providers/files/s3.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'
import { views } from '../things.ts'

/** `npm run restore -- FILE`: restores an installation from a backup, and replaces an existing one only with `--replace`. */
const usage = `usage: npm run restore -- FILE [--check] [--replace] [--passphrase-file FILE]

  FILE               a backup of npm run backup; - reads the standard input
  --check            tries the backup in the temporary folder, and changes nothing
  --replace          replaces an installation, whose files stay in a folder of the data directory
  --passphrase-file  decrypts the backup with the passphrase in this file, as BACKUP_PASSPHRASE does`

const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const print = (line: string) => process.stderr.write(`${line}\n`)

const flag = { type: 'boolean', default: false } as const
const options = { 'passphrase-file': { type: 'string' }, check: flag, replace: flag } as const
const readArguments = () => {
  const { values, positionals } = parsed(process.argv.slice(2), { options, allowPositionals: true })
  return { file: onlyArgument(positionals, 'FILE'), ...values }
}

const hasContent = (path: string) => existsSync(path) && (!statSync(path).isDirectory() || readdirSync(path).length > 0)

const refuseInstalled = (dataDir: string) => {
  if (installedParts.some((part) => hasContent(join(dataDir, part))))
    throw new CannotStart(
      `${dataDir} holds an installation: say --replace to put it aside, or set DATA_DIR to another folder.`,
    )
}

/** Stops the database that is about to be moved away. */
const stopDatabase = async (dataDir: string) => {
  if (!(await stopCluster(dataDir)))
    throw new CannotStart(`The database in ${dataDir} is in use by another command: end that first.`)
}

/** Creates an empty folder, which is removed when the process stops. */
const createDraftFolder = async (folder: string, stopping: Stopping) => {
  await stopCluster(folder)
  removeWithCluster(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (isRoot()) makeTraversable(folder)
  stopping.add('restore draft', () => removeWithCluster(folder), 60_000)
  return folder
}

/** Reports files that the bucket lacks: of a bucket, the backup contains only names and sizes. */
const compareBucket = async (config: Config, draft: string) => {
  const list = join(draft, bucketName)
  if (!config.s3 || !existsSync(list)) return
  const bucket = s3(config.s3)
  const { missing, first } = await missingIn(() => bucket.list(), list).finally(() => bucket.close())
  rmSync(list)
  if (missing === 0) return print(`The bucket ${config.s3.bucket} has every file that it had then.`)
  process.exitCode = 1
  print(
    `The bucket ${config.s3.bucket} lacks ${missing} files that it had then, such as ${first}: bring them back by its own means.`,
  )
}

const described = ({ createdAt, loreloom, counts, mediaCount, list }: Manifest) => {
  const counted = counts
    ? [...(counts.log ? [`${counts.log.events} events`] : []), `${counts.accounts} accounts`, `${counts.jobs} jobs`]
    : []
  return `${createdAt}, by Loreloom ${loreloom}: ${[...counted, `${mediaCount} media files`].join(', ')}, ${sized(list.total)}`
}

type Options = ReturnType<typeof readArguments> & { passphrase: string | undefined }

const checkOnly = async (config: Config, { file, passphrase }: Options, stopping: Stopping, signal: AbortSignal) => {
  const dir = await createDraftFolder(mkdtempSync(join(tmpdir(), 'loreloom-check-')), stopping)
  const manifest = await unpack({ config, file, passphrase, dir, views, signal, log, print })
  print(`Whole, and can be started from: ${described(manifest)}.`)
}

const restore = async (
  config: Config,
  { file, passphrase, replace }: Options,
  stopping: Stopping,
  signal: AbortSignal,
) => {
  const { dataDir } = config
  const isResumed = wasInterrupted(dataDir)
  // Claiming the data directory completes an interrupted restore.
  stopping.add('data directory', claimDataDir(dataDir).release)
  if (isResumed) return print(`The restore that was interrupted in ${dataDir} had all it needed, and is finished.`)
  if (!replace) refuseInstalled(dataDir)
  await stopDatabase(dataDir)
  const dir = await createDraftFolder(join(dataDir, 'restore-draft'), stopping)
  const manifest = await unpack({ config, file, passphrase, dir, views, signal, log, print })
  await compareBucket(config, dir)
  markComplete(dir, dataDir)
  const replaced = installRestored(dataDir)?.replaced
  if (replaced !== undefined) print(`What was there is in ${replaced}: remove it when it is not needed any more.`)
  print(`Restored into ${dataDir}: ${described(manifest)}.`)
}

await runProcess(log, async (stopping) => {
  const { 'passphrase-file': passphraseFile, ...options } = readUsage(usage, readArguments)
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const passphrase = await passphraseOf(passphraseFile, config.backupPassphrase)
  const { file, check } = options
  if (file !== '-' && !existsSync(file)) throw new CannotStart(`There is no file ${file}.`)
  const interrupted = new AbortController()
  // Resources that the restore itself opens are closed after it has ended.
  const resources = makeStopping(log)
  const done = (check ? checkOnly : restore)(config, { ...options, passphrase }, resources, interrupted.signal)
  const stop = async () => {
    interrupted.abort()
    await done.catch(() => undefined)
    await resources.stop()
  }
  stopping.add('restore', stop, 120_000)
  await done
  process.emit('SIGTERM')
})
