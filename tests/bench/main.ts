import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { makeStopping } from '../../backend/platform/stopping.ts'
import type { Bench } from './lib/bench.ts'
import { unjudged } from './lib/figures.ts'
import { openInstallation } from './lib/installation.ts'
import { describeMachine } from './lib/machine.ts'
import { putFigures, toMarkdown } from './lib/markdown.ts'
import { forEach } from './lib/people.ts'
import { openPlace } from './lib/place.ts'

/**
 * `npm run bench -- <name>` runs `tests/bench/<name>.ts` and prints its tables; without a name it lists what there is, and `all`
 * runs one after the other. Ends with 0 also where a reach is missed, as a timing is no test; with 1 where the work went wrong.
 */
const usage = `usage: npm run bench -- <name>…|all [--quick] [--write]
  --quick  a smoke run whose figures mean nothing and are not judged
  --write  put the figures into docs/benchmarks.md`
const limitMinutes = 20
const root = path.join(import.meta.dirname, '../..')
const document = path.join(root, 'docs/benchmarks.md')

const names = async () =>
  (await fs.readdir(import.meta.dirname, { withFileTypes: true }))
    .filter((file) => file.isFile() && file.name !== 'main.ts' && file.name.endsWith('.ts'))
    .map((file) => file.name.slice(0, -3))
    .sort()

async function load(name: string): Promise<Bench> {
  const module: { bench: Bench } = await import(`./${name}.ts`)
  return module.bench
}

async function list() {
  for (const name of await names()) process.stdout.write(`${name.padEnd(10)} ${(await load(name)).what}\n`)
  process.stdout.write(`\n${usage}\n`)
}

/** Each in a process of its own, so that none runs in what another left of heap and compiled code. */
async function runApart(chosen: readonly string[], flags: string[]): Promise<number> {
  let failed = 0
  for (const name of chosen) {
    const child = spawn(process.execPath, [import.meta.filename, name, ...flags], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code !== 0) failed++
  }
  return failed === 0 ? 0 : 1
}

interface Flags {
  quick: boolean
  write: boolean
}

/** Starts it when it is first asked for. */
const lazily = <Thing>(start: () => Promise<Thing>): (() => Promise<Thing>) => {
  let started: Promise<Thing> | undefined
  return () => (started ??= start())
}

/** One alone; several in a smoke run, whose figures mean nothing: they share what they stand on, and go at once. */
async function run(chosen: readonly string[], { quick, write }: Flags): Promise<number> {
  const log = pino({ level: 'error' }, pino.destination(2))
  const [shared, own] = [makeStopping(log), makeStopping(log)]
  const stop = () => own.stop().then(() => shared.stop())
  const end = (code: number) => stop().then(() => process.exit(code))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))
  setTimeout(() => {
    process.stderr.write(`${chosen.join(', ')}: stopped, as it took more than ${limitMinutes} minutes\n`)
    void end(1)
  }, limitMinutes * 60_000).unref()

  const installation = lazily(() => openInstallation({ stopping: shared }))
  const place = lazily(() => openPlace({ stopping: shared }))
  const runOne = async (name: string): Promise<number> => {
    const facts = describeMachine(`npm run bench -- ${name}${quick ? ' --quick' : ''}`)
    const say = (progress: string) => void process.stderr.write(`${name}: ${progress}\n`)
    const stopping = makeStopping(log)
    own.add(name, stopping.stop, 60_000)
    const placed = async () => {
      const opened = await place()
      facts.PostgreSQL = opened.version
      return opened
    }
    try {
      const tables = await (await load(name)).run({ quick, stopping, facts, say, installation, place: placed })
      const figures = quick ? unjudged(toMarkdown(facts, tables)) : toMarkdown(facts, tables)
      process.stdout.write(`## ${name}\n\n${figures}\n\n`)
      if (write) await fs.writeFile(document, putFigures(await fs.readFile(document, 'utf8'), name, figures))
      return 0
    } catch (error) {
      process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`)
      return 1
    } finally {
      await stopping.stop()
    }
  }
  const codes = await forEach(chosen, quick ? availableParallelism() + 1 : 1, runOne).finally(stop)
  return Math.max(...codes)
}

async function main(): Promise<number> {
  const { values: flags, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  })
  if (flags.quick && flags.write) throw new TypeError('A smoke run has no figures to write')
  if (positionals.length === 0) return list().then(() => 0)
  const all = await names()
  const unknown = positionals.find((name) => name !== 'all' && !all.includes(name))
  if (unknown !== undefined) throw new TypeError(`There is no benchmark named ${unknown}`)
  const chosen = positionals.includes('all') ? all : positionals
  if (flags.quick || chosen.length === 1) return run(chosen, flags)
  return runApart(
    chosen,
    process.argv.slice(2).filter((word) => word.startsWith('--')),
  )
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof TypeError) process.stderr.write(`${usage}\n`)
  return 1
})
