import { once } from 'node:events'
import { pino } from 'pino'
import { BadAddress } from '../../eventstore/address.ts'
import { UnusableFile } from '../../eventstore/channel.ts'
import { check as checkLog } from '../../eventstore/move/check.ts'
import { comparing } from '../../eventstore/move/compare.ts'
import { fileSource } from '../../eventstore/move/file-source.ts'
import { fileTarget } from '../../eventstore/move/file-target.ts'
import { CannotMove } from '../../eventstore/move/log.ts'
import { isAnswer, reasonOf } from '../../eventstore/move/reason.ts'
import { readConfig } from '../config.ts'
import { secretsOf } from '../config-secrets.ts'
import { copy } from '../log/copy.ts'
import { configured, sourceAt, targetAt } from '../log/ends.ts'
import { fromEnvironment, showsPassword } from '../log/from-environment.ts'
import { moving } from '../log/moving.ts'
import { startProgress } from '../log/progress.ts'
import type { LogContext, LogSubcommand } from '../log/subcommand.ts'
import { onlyArgument, parsed, subcommandOf, WrongUsage } from '../platform/arguments.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { eventStoreDependency } from '../platform/event-store.ts'
import { runProcess } from '../platform/run-process.ts'
import { openLog } from '../telemetry/log.ts'
import { createScope } from '../telemetry/scope.ts'

/** Checks that a log is complete: in order, each stream from revision 0 without a gap, each id once. */
const check: LogSubcommand = {
  usage: '[--from URL|env:NAME|FILE]',
  async run(args, context) {
    const { from } = parsed(args, { options: { from: { type: 'string' } } }).values
    const source = await sourceAt(from, context)
    const progress = context.progress('checking', source.share)
    const answer = await checkLog(source, context.signal, progress.add)
    progress.end()
    return { answer, differs: answer.broken.count + answer.repeated.count > 0 }
  },
}

/** Writes the log into a file, compressed by its name's ending (`.gz`, `.zst`), or to the standard output (`-`). */
const exportLog: LogSubcommand = {
  usage: 'FILE|- [--from URL|env:NAME|FILE]',
  async run(args, context) {
    const { values, positionals } = parsed(args, { options: { from: { type: 'string' } }, allowPositionals: true })
    const file = onlyArgument(positionals, 'FILE')
    const [source, target] = [await sourceAt(values.from, context), fileTarget(file)]
    context.stopping.add(target.name, target.close)
    const written = await moving('exporting', source, target, context)
    context.print(
      'These are the events alone. Accounts and passwords, keys of what people wrote, mail and files are not in them: `npm run backup` takes all of it.',
    )
    return { answer: { file, written, ...target.digest() }, isPiped: file === '-' }
  },
}

/** Writes a file's events into a store, by default the configured one, which must be empty or contain the first of these events. */
const importLog: LogSubcommand = {
  usage: 'FILE|- [--to URL|env:NAME]',
  async run(args, context) {
    const { values, positionals } = parsed(args, { options: { to: { type: 'string' } }, allowPositionals: true })
    const file = onlyArgument(positionals, 'FILE')
    const { to } = values
    const target =
      to === undefined ? await configured(context, { alone: true, make: true }) : await targetAt(to, context)
    const written = await moving('importing', fileSource(file), target, context)
    context.print('Before you start Loreloom on it: npm run rebuild -- all')
    return { answer: { file, written } }
  },
}

/** Compares two logs. */
const compare: LogSubcommand = {
  usage: 'URL|env:NAME|FILE [--from URL|env:NAME|FILE]',
  async run(args, context) {
    const { values, positionals } = parsed(args, { options: { from: { type: 'string' } }, allowPositionals: true })
    const to = onlyArgument(positionals, 'URL|FILE')
    const [source, target] = [await sourceAt(values.from, context), await sourceAt(to, context)]
    const progress = context.progress('comparing', source.share)
    const answer = await comparing(source, target).goOn(context.signal, progress.add)
    progress.end()
    return { answer, differs: !answer.isEqual }
  },
}

/**
 * `npm run log -- <subcommand>`: checks the log, and moves it between event stores and files. Prints JSON, and exits with 1 if something
 * differs.
 */
const subcommands: Record<string, LogSubcommand> = { check, export: exportLog, import: importLog, copy, compare }

const { log, hide } = openLog(createScope(), pino.destination({ dest: 2, sync: true }))
const print = (line: string) => void process.stderr.write(`${line}\n`)

/** Errors that only the operator can resolve become messages; so do refusals and timeouts of the store. */
const sentence = async (error: unknown, usage: string, findTrouble: () => Promise<string | undefined>) => {
  if (error instanceof WrongUsage) return error.explained(usage)
  if (error instanceof CannotMove || error instanceof BadAddress) return new CannotStart(error.message)
  if (!isAnswer(error) && !(error instanceof UnusableFile)) return error
  return new CannotStart((await findTrouble()) ?? `The event store cannot be used: ${reasonOf(error)}.`)
}

/** Returns a message about the first unusable store; undefined if all are usable. */
const troubleOf = async (stores: Iterable<string>, own: string | undefined) => {
  for (const url of stores) {
    const failure = await eventStoreDependency(url, url === own ? undefined : 'the address').find()
    if (failure) return failure.says
  }
  return undefined
}

await runProcess(log, async (stopping) => {
  const { subcommand, args, usage } = subcommandOf('log', subcommands, process.argv.slice(2))
  const config = readConfig(process.env)
  hide(secretsOf(config))
  const interrupted = new AbortController()
  const context: LogContext = {
    config,
    stopping,
    print,
    hide,
    stores: new Set(),
    signal: interrupted.signal,
    // Loaded on demand, since it imports most of the program, and only one of the subcommands needs it.
    views: async () => {
      const { views: tables, isOwn } = await import('../things.ts')
      return { tables, isOwn }
    },
    progress: (what, share) => startProgress(what, share, print),
  }
  stopping.add('log', () => interrupted.abort())
  if (showsPassword(args))
    print(
      'The password is seen by whoever lists the processes of this machine. Put the address into a variable, and type env:NAME.',
    )
  const run = async () => subcommand.run(fromEnvironment(args, process.env), context)
  const { answer, differs, isPiped } = await run().catch(async (error: unknown) => {
    throw await sentence(error, usage, () => troubleOf(context.stores, config.eventStoreUrl))
  })
  const out = isPiped ? process.stderr : process.stdout
  if (!out.write(`${JSON.stringify(answer, null, 2)}\n`)) await once(out, 'drain')
  if (differs) process.exitCode = 1
  process.emit('SIGTERM')
})
