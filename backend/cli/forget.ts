import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { runProcess } from '../platform/run-process.ts'
import { migrateFilePassages } from '../projections/file-passages.ts'
import { migrate } from '../projections/migrate.ts'
import { rebuildEverything } from '../projections/rebuild.ts'
import { migrateTextIndex } from '../projections/text-index.ts'
import { folder } from '../providers/files/folder.ts'
import { s3 } from '../providers/files/s3.ts'
import { migrateOutbox } from '../providers/mail/outbox.ts'
import { CannotForget, forgetCampaign, forgetUser } from '../sealing/forget.ts'
import { installedStorage } from '../storage.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'
import { isOwn, personalData, views } from '../things.ts'

/**
 * `npm run forget -- user <id> | campaign <id>`: erases everything written by a user, or in a campaign, by deleting its
 * key, and rebuilds the views without it. The events stay, with empty texts. Irreversible.
 */
const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const kinds = { user: forgetUser, campaign: forgetCampaign }
const usage = 'usage: npm run forget -- user <id> | campaign <id>'
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

await runProcess(log, async (stopping) => {
  const [kind, id = ''] = process.argv.slice(2)
  if (!(kind === 'user' || kind === 'campaign') || !uuid.test(id)) throw new CannotStart(usage)
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const { postgres, pool, store, keys } = await installedStorage(config, stopping, { alone: true })
  await migrate(pool, views)
  await migrateTextIndex(pool)
  await migrateFilePassages(pool)
  await migrateOutbox(pool)
  const bucket = config.s3 && s3(config.s3)
  if (bucket) stopping.add('files', () => bucket.close())
  const files = bucket ?? folder(join(config.dataDir, 'files'))

  const { owners, files: removed } = await kinds[kind]({ pool, keys, files, ...personalData }, id).catch(
    (error: unknown) => {
      throw error instanceof CannotForget ? new CannotStart(error.message) : error
    },
  )
  const interrupted = new AbortController()
  stopping.add('rebuild', () => interrupted.abort())
  const rebuilt = await rebuildEverything({ store, postgres, tables: views, isOwn, signal: interrupted.signal })
  const failed = rebuilt.flatMap((each) => ('error' in each ? [each] : []))
  if (failed[0]) {
    const names = failed.map(({ view }) => view).join(', ')
    const message = `The keys are deleted, but ${names} may still contain the erased texts: run npm run rebuild -- all`
    throw new Error(message, { cause: failed[0].error })
  }
  process.stdout.write(
    `Forgotten: ${owners} ${owners === 1 ? 'key' : 'keys'}, ${removed} ${removed === 1 ? 'file' : 'files'}. The views were made anew. Receipts stay, as bookkeeping requires.\n`,
  )
  process.emit('SIGTERM')
})
