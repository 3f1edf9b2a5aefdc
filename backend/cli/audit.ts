import { once } from 'node:events'
import { pino } from 'pino'
import { account } from '../audit/account.ts'
import { exportChain } from '../audit/chain-export.ts'
import { diff } from '../audit/diff.ts'
import { ledger } from '../audit/ledger.ts'
import { rotateKey } from '../audit/rotate.ts'
import { statement } from '../audit/statement.ts'
import type { AuditContext, Subcommand } from '../audit/subcommand.ts'
import { verifyChain } from '../audit/verify.ts'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { subcommandOf, WrongUsage } from '../platform/arguments.ts'
import { runProcess } from '../platform/run-process.ts'
import { migrate } from '../projections/migrate.ts'
import { installedStorage } from '../storage.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'
import { views } from '../things.ts'

/**
 * `npm run audit -- <subcommand>`: audit queries alongside a server, or without it. Prints JSON, and exits with 1 if
 * something differs.
 */
const subcommands: Record<string, Subcommand> = {
  account,
  diff,
  ledger,
  export: statement,
  verify: verifyChain,
  chain: exportChain,
  'rotate-key': rotateKey,
}

const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const write = async (text: string) => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

await runProcess(log, async (stopping) => {
  const { subcommand, args, usage } = subcommandOf('audit', subcommands, process.argv.slice(2))
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const installed = await installedStorage(config, stopping)
  await migrate(installed.pool, views)
  const interrupted = new AbortController()
  stopping.add('audit', () => interrupted.abort())
  const context: AuditContext = { ...installed, config, signal: interrupted.signal, write }
  const { answer, differs = false } = await subcommand.run(args, context).catch((error: unknown) => {
    throw error instanceof WrongUsage ? error.explained(usage) : error
  })
  if (answer !== undefined) await write(`${JSON.stringify(answer, null, 2)}\n`)
  if (differs) process.exitCode = 1
  process.emit('SIGTERM')
})
