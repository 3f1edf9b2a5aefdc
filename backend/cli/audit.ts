import { once } from 'node:events'
import { pino } from 'pino'
import { differs as differsFromReplay } from '#domain/audit-replay-answers.ts'
import { account } from '../audit/account.ts'
import { accountId } from '../audit/account-id.ts'
import { exportChain } from '../audit/chain-export.ts'
import { installedChain } from '../audit/installed.ts'
import { ledger } from '../audit/ledger.ts'
import { statement } from '../audit/statement.ts'
import type { AuditContext, Subcommand } from '../audit/subcommand.ts'
import { verifyChain } from '../audit/verify.ts'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { onlyArgument, parsed, subcommandOf, WrongUsage } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { runProcess } from '../platform/run-process.ts'
import { compare } from '../projections/compare.ts'
import { compareAccount } from '../projections/compare-account.ts'
import { migrate } from '../projections/migrate.ts'
import { installedStorage } from '../storage.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'
import { isOwn, views } from '../things.ts'

/** Compares views with a replay of the log: those of one account, some views, or all. */
const diff: Subcommand = {
  usage: 'all | <view> … | account <id|email>',
  async run([first, ...rest], { pool, postgres, store, signal }) {
    if (first === undefined) throw new WrongUsage('all, a view or account is missing.')
    if (first === 'account') {
      const given = onlyArgument(rest, '<id|email>')
      const answer = await compareAccount({ store, pool }, await accountId({ pool, store }, given))
      return { answer, differs: answer.views.some(differsFromReplay) }
    }
    const answer = await compare({ tables: chosen([first, ...rest]), isOwn, store, postgres, signal })
    return { answer, differs: answer.some(differsFromReplay) }
  },
}

const chosen = (names: readonly string[]) => {
  if (names.length === 1 && names[0] === 'all') return views
  const unknown = names.filter((name) => !views.some(({ view }) => view.table === name))
  if (unknown.length > 0)
    throw new CannotStart(
      `There is no view ${unknown.join(', ')}. There are: ${views.map(({ view }) => view.table).join(', ')}.`,
    )
  return views.filter(({ view }) => names.includes(view.table))
}

/** Creates a new signing key, with a handover that both it and its predecessor sign. May run alongside the server. */
const rotateKey: Subcommand = {
  usage: '',
  async run(args, context) {
    parsed(args, {})
    const { installed } = await installedChain(context)
    return { answer: { key: await installed.signing.rotate() } }
  },
}

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
