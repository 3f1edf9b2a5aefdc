import { pino } from 'pino'
import { headsIn } from '../audit/chain/heads-in-file.ts'
import { verifyInstalled } from '../audit/chain/installed.ts'
import { installedKeys } from '../audit/chain/key-ring.ts'
import { signingWith } from '../audit/chain/signing.ts'
import type { Verdict } from '../audit/chain/verify.ts'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { runProcess } from '../platform/run-process.ts'
import { forgetFilePassages, migrateFilePassages } from '../projections/file-passages.ts'
import { migrate } from '../projections/migrate.ts'
import { rebuildEverything, rebuildTogether } from '../projections/rebuild.ts'
import type { Tabled } from '../projections/tabled.ts'
import { installedStorage } from '../storage.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'
import { isOwn, views } from '../things.ts'

/**
 * `npm run rebuild -- <view|all|file_passages>`: replays the log into a new table and swaps it in, also while the server runs. `all`
 * rebuilds everything derived from the log, including the feed; the log may be another than before. `file_passages` empties the texts of
 * files, each of which is read again when it is needed.
 */
const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const print = (line: string) => process.stdout.write(`${line}\n`)

const filePassages = 'file_passages'

const chosen = (name: string | undefined): Tabled[] => {
  if (name === filePassages) return []
  const found = name === 'all' ? views : views.filter(({ view }) => view.table === name)
  if (found.length > 0) return found
  throw new CannotStart(
    `usage: npm run rebuild -- all | ${filePassages} | ${views.map(({ view }) => view.table).join(' | ')}`,
  )
}

const perSecond = (events: number, since: number) => Math.round((events * 1000) / Math.max(Date.now() - since, 1))

const report = () => {
  const began = Date.now()
  let reportedAt = began
  return {
    progress(events: number, position: bigint) {
      if (Date.now() - reportedAt < 1000) return
      reportedAt = Date.now()
      print(`${events} events, to position ${position}, ${perSecond(events, began)} events/s`)
    },
    done: (view: string, events: number) =>
      print(
        `${view}: rebuilt from ${events} events in ${(Date.now() - began) / 1000} s, ${perSecond(events, began)} events/s`,
      ),
  }
}

/** The rebuild leaves the audit chain untouched; verifies it, since a different log may not match it. */
const besideChain = ({ result, length, verified, truncated, differing }: Verdict) => {
  if (result === 'truncated')
    return `audit chain: the log ends before it does, ${truncated?.missing} events are missing`
  if (result === 'altered') return `audit chain: ${differing} differences; npm run audit -- verify names them`
  return `audit chain: ${verified} of ${length} events are as they were when they were linked`
}

await runProcess(log, async (stopping) => {
  const tables = chosen(process.argv[2])
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const { postgres, pool, store, sealedStore } = await installedStorage(config, stopping)
  await migrate(pool, views)
  await migrateFilePassages(pool)
  if (process.argv[2] === 'all' || process.argv[2] === filePassages) {
    await forgetFilePassages(pool)
    print(`${filePassages}: emptied; each file is read again when it is needed`)
  }

  const interrupted = new AbortController()
  stopping.add('rebuild', () => interrupted.abort())
  const { progress, done } = report()
  const rebuilding = process.argv[2] === 'all' ? rebuildEverything : rebuildTogether
  const rebuilt = await rebuilding({ store, postgres, tables, isOwn, signal: interrupted.signal, progress })
  for (const one of rebuilt) if ('events' in one) done(one.view, one.events)
  for (const one of rebuilt) if ('error' in one) throw new Error(`${one.view} was not rebuilt`, { cause: one.error })
  if (process.argv[2] === 'all') {
    const signing = signingWith(installedKeys(config), pool)
    const elsewhere = await headsIn(config.auditHeads.file)
    print(besideChain(await verifyInstalled({ pool, sealedStore, signing }, interrupted.signal, elsewhere)))
  }
  process.emit('SIGTERM')
})
