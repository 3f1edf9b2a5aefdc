import { join } from 'node:path'
import { pino } from 'pino'
import { migrateAwaitedFiles } from '../commands/awaited-files.ts'
import { AnotherLog, createLogGuard } from '../commands/log-guard.ts'
import { awaitOrphans, orphanedFiles } from '../commands/orphaned-files.ts'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { parsed, readUsage, WrongUsage } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { runProcess } from '../platform/run-process.ts'
import { markOf } from '../projections/mark.ts'
import { folder } from '../providers/files/folder.ts'
import { s3 } from '../providers/files/s3.ts'
import { installedStorage } from '../storage.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'
import { personalData } from '../things.ts'

/**
 * `npm run orphans`: lists stored files without any reference, also while the server runs, and schedules their removal
 * on request.
 */
const usage = `usage: npm run orphans -- [--remove MOST]

  --remove  schedules their removal in a day; removes none if there are more than MOST files`

const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const print = (line: string) => process.stdout.write(`${line}\n`)
const progress = (looked: number) => process.stderr.isTTY && process.stderr.write(`\r${looked} files looked at `)

/** Returns the largest number of files to remove; undefined if they are only listed. */
const readArguments = (): number | undefined => {
  const { remove } = parsed(process.argv.slice(2), { options: { remove: { type: 'string' } } }).values
  if (remove !== undefined && !/^[1-9]\d{0,8}$/.test(remove)) throw new WrongUsage('MOST is a number.')
  return remove === undefined ? undefined : Number(remove)
}

await runProcess(log, async (stopping) => {
  const most = readUsage(usage, readArguments)
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const { pool, store, sealedStore } = await installedStorage(config, stopping)
  await migrateAwaitedFiles(pool)
  const bucket = config.s3 && s3(config.s3)
  if (bucket) stopping.add('files', () => bucket.close())
  const files = bucket ?? folder(join(config.dataDir, 'files'))
  await createLogGuard(pool, store)
    .prove()
    .catch((error: unknown) => {
      throw error instanceof AnotherLog ? new CannotStart(error.message) : error
    })
  // Without projected events the views contain no references, and every file would look unused.
  if ((await markOf(pool)) === undefined)
    throw new CannotStart('No event of the log was projected yet: start Loreloom first.')
  const interrupted = new AbortController()
  stopping.add('search', () => interrupted.abort())
  const found = []
  for await (const orphan of orphanedFiles({
    pool,
    store: sealedStore,
    files,
    storedFiles: personalData.storedFiles,
    signal: interrupted.signal,
    progress,
  })) {
    found.push(orphan)
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    print(`${orphan.modified.toISOString()} ${String(orphan.size).padStart(10)}  ${orphan.key}`)
  }
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  print(`Files that nothing names: ${found.length}, of ${bytes} bytes.`)
  if (most === undefined || found.length === 0) return void process.emit('SIGTERM')
  if (found.length > most) throw new CannotStart(`They are more than ${most}: none is removed.`)
  await awaitOrphans(pool, found)
  print('A worker removes them in a day, unless something names them by then.')
  process.emit('SIGTERM')
})
