import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { freshCheckout } from './lib/checkout.ts'
import { median, spread, verdict, written } from './lib/figures.ts'
import { type Process, processTree } from './lib/memory.ts'

/** Memory is looked at once it has been steady for so long. */
const sizes = {
  full: { cold: 3, warm: 5, steadyMs: 5000, built: false },
  // With the web app as it was built here: building it is most of a cold start.
  quick: { cold: 1, warm: 1, steadyMs: 500, built: true },
}

export const bench: Bench = {
  what: 'npm start until it answers: the first one of a checkout, and those after; memory when idle',
  async run(options) {
    const { cold, warm, steadyMs, built } = options.quick ? sizes.quick : sizes.full
    const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] }
    let memory: Process[] = []
    let checkout = ''
    for (let round = 0; round < cold; round++) {
      checkout = await freshCheckout(options, built)
      options.say(`cold start ${round + 1} of ${cold}`)
      times.cold.push(await timed(options, checkout))
    }
    for (let round = 0; round < warm; round++) {
      options.say(`warm start ${round + 1} of ${warm}`)
      times.warm.push(
        await timed(options, checkout, async (pid) => {
          if (round === warm - 1) memory = await idle([pid, await postmasterIn(checkout)], steadyMs)
        }),
      )
    }
    return [startTable(times), memoryTable(memory)]
  },
}

/** Milliseconds from `npm start` to the first page, with everything on one machine. Calls back while it runs, and then stops it. */
async function timed({ stopping }: BenchOptions, cwd: string, meanwhile?: (pid: number) => Promise<void>) {
  const since = performance.now()
  // A group of its own, which is interrupted as a terminal would.
  const npm = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PORT: '0', DATA_DIR: path.join(cwd, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  stopping.add('npm start', () => interrupt(npm), 30_000)
  const url = await addressOf(npm)
  const response = await fetch(url)
  await response.text()
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  const took = performance.now() - since
  await meanwhile?.(npm.pid ?? 0)
  await interrupt(npm)
  return took
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout)
    for await (const line of createInterface(stdout)) {
      const [, url] = /^Loreloom is at (\S+)$/.exec(line) ?? []
      if (url) return url
    }
  throw new Error('npm start ended without an address')
}

async function interrupt(npm: ChildProcess) {
  if (npm.exitCode !== null || npm.signalCode !== null || npm.pid === undefined) return
  const ended = once(npm, 'exit')
  process.kill(-npm.pid, 'SIGINT')
  await ended
}

const postmasterIn = async (checkout: string) =>
  Number((await fs.readFile(path.join(checkout, 'data/postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

const sum = (processes: readonly Process[]) => processes.reduce((total, { pss }) => total + pss, 0)

/** What all of them take, once that has stopped falling and rising for so long. */
async function idle(roots: number[], steadyMs: number): Promise<Process[]> {
  const look = async () => {
    const trees = (await Promise.all(roots.map(processTree))).flat()
    return [...new Map(trees.map((each) => [each.pid, each])).values()]
  }
  const patience = performance.now() + 60_000
  let since = performance.now()
  let now = await look()
  for (let steady = now; performance.now() - since < steadyMs && performance.now() < patience; ) {
    await pause(500)
    now = await look()
    if (Math.abs(sum(now) - sum(steady)) < 2 ** 21) continue
    steady = now
    since = performance.now()
  }
  return now
}

const seconds = (times: readonly number[]) => times.map((ms) => ms / 1000)

const startTable = ({ cold, warm }: Record<'cold' | 'warm', number[]>): Table => ({
  title: '`npm start` to the first page, seconds',
  columns: ['', 'seconds'],
  rows: [
    ['cold: web app built, database and accounts made', spread(seconds(cold))],
    ['warm', spread(seconds(warm))],
  ],
  notes: [verdict({ name: 'warm', value: median(seconds(warm)), atMost: 4 })],
})

const parts: [name: string, command: RegExp][] = [
  ['web server, projector and worker', /backend\/main\.ts/],
  ['event store', /embedded\/child\.ts/],
  ['PostgreSQL', /postgres/],
  ['`npm` itself, which waits', /npm|^sh /],
]

function memoryTable(processes: readonly Process[]): Table {
  const megabytes = (of: readonly Process[]) => written(Math.round(sum(of) / 2 ** 20))
  const byPart = Map.groupBy(processes, ({ command }) => parts.find(([, part]) => part.test(command))?.[0] ?? command)
  return {
    title: 'Memory when idle, MB, what is shared counted once',
    columns: ['', 'processes', 'MB'],
    rows: [
      ...[...byPart].map(([name, its]) => [name, String(its.length), megabytes(its)]),
      ['in all', String(processes.length), megabytes(processes)],
    ],
    notes: [verdict({ name: 'in all', value: Math.round(sum(processes) / 2 ** 20), atMost: 700 })],
  }
}
