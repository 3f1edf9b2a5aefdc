import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { withClient } from '../faults/lib/database.ts'
import { type Installation, startSplit } from '../faults/lib/installation.ts'
import { until } from '../faults/lib/until.ts'
import type { Bench, BenchOptions } from './lib/bench.ts'
import { family } from './lib/cpu.ts'
import { written } from './lib/figures.ts'
import { forEach, type Person, signUp, tableOf } from './lib/people.ts'
import { openTabs } from './lib/tabs.ts'

const sizes = {
  full: { tables: 4, atTable: 5, each: 3000, warmUp: 1000, tabs: 500, told: 300 },
  quick: { tables: 1, atTable: 2, each: 20, warmUp: 2, tabs: 4, told: 5 },
}
type Size = (typeof sizes)['full']
const atOnce = 16
const patience = 120_000
/** As `startSplit` names them. */
const processes = { api: 'api 1', projector: 'projector 1', 'event store': 'event store', PostgreSQL: 'PostgreSQL' }

export const bench: Bench = {
  what: 'processor time that a command, a request and a message take of each process: what docs/scaling.md reckons with',
  async run(options) {
    const size = options.quick ? sizes.quick : sizes.full
    const installation = await openSplit(options)
    const url = installation.urls[0] ?? ''
    const { tables, atTable } = size
    const seats = await seat(url, size)
    const rename = async (n: number) => {
      const { person, folder } = seats[n % seats.length] as Seat
      return BigInt((await person.send('PATCH', `/collections/${folder}`, { name: `Tide ${n}` })).position)
    }
    const write = async (n: number) => {
      const { person, lore } = seats[n % seats.length] as Seat
      const edit = { name: `Song ${n}`, description: `The ${n}th verse. `.repeat(30) }
      return BigInt((await person.send('PATCH', `/conjurations/${lore}`, edit)).position)
    }
    const look = async (n: number) => {
      const { person, campaignId } = seats[n % seats.length] as Seat
      await person.send('GET', `/collections/tree?campaignId=${campaignId}&parents=root`)
      return 0n
    }
    let turn = 0
    const cost = async (what: string, count: number, act: (n: number) => Promise<bigint>) => {
      options.say(what)
      const before = costs(installation)
      const positions = await forEach(Array.from({ length: count }), atOnce, () => act(turn++))
      await projected(installation, positions)
      const after = costs(installation)
      return after.map((used, n) => (used - (before[n] ?? 0)) / count)
    }
    await cost('warming up', size.warmUp, rename)
    await cost('warming up', size.warmUp, look)
    const command = await cost('a folder is renamed', size.each, rename)
    const lore = await cost('lore is rewritten', size.each, write)
    const request = await cost('the tree is asked for', size.each, look)
    const told = await telling(installation, seats, size.tabs, () => cost('all tabs are told', size.told, rename))
    const heard = size.tabs / tables
    const message = told.map((used, n) => Math.max(0, used - (command[n] ?? 0)) / heard)

    const row = (name: string, used: number[]) => [name, ...used.map(written), written(used.reduce((a, b) => a + b, 0))]
    return [
      {
        title: 'Processor time of each process, µs',
        columns: ['', ...Object.keys(processes), 'all'],
        rows: [
          row('a command of one small event: a folder is renamed', command),
          row('a command of two events: lore gets a name and a text', lore),
          row('a request: a campaign’s tree of folders', request),
          row('a message to one more open tab', message),
        ],
        notes: [
          `${atOnce} at once from ${tables * atTable} people at ${tables} tables, each process with one role; the message is what a command costs more with ${written(heard)} tabs at its table than with none. ` +
            'A command counts until it is in the views and handed to sockets.',
        ],
      },
    ]
  },
}

interface Seat {
  person: Person
  campaignId: string
  folder: string
  lore: string
}

async function openSplit({ stopping }: BenchOptions): Promise<Installation> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'loreloom-bench-'))
  stopping.add('folder', () => fs.rm(dir, { recursive: true, force: true }))
  const split = ['api', 'projector', 'worker'].map((roles) => ({ roles, count: 1 }))
  return stopping.run('installation', () => startSplit(dir, { split }), 60_000)
}

async function seat(url: string, { tables, atTable }: Size): Promise<Seat[]> {
  const people = await forEach(Array.from({ length: tables * atTable }), 4, (_, n) => signUp(url, `Player ${n}`))
  const rows = Array.from({ length: tables }, (_, n) => people.slice(n * atTable, (n + 1) * atTable))
  const seats = await forEach(rows, 4, async (row, n) => {
    const campaignId = await tableOf(row, `Table ${n}`)
    return forEach(row, 1, async (person) => {
      const { id: folder } = await person.send('POST', '/collections', { campaignId, name: 'Mine' })
      const { id: lore } = await person.send('POST', '/conjurations', {
        campaignId,
        collectionId: folder,
        name: 'Mine',
      })
      return { person, campaignId, folder, lore }
    })
  })
  return seats.flat()
}

/** Microseconds that each process has used so far, in the order of `processes`. */
const costs = ({ parts }: Installation): number[] =>
  Object.values(processes).map((name) => {
    const pid = parts[name]?.pid()
    if (pid === undefined) throw new Error(`There is no ${name}`)
    return family(pid)
  })

async function projected({ postgres }: Installation, positions: readonly bigint[]) {
  let last = 0n
  for (const each of positions) if (each > last) last = each
  await withClient(postgres, (client) =>
    until('everything is in the views', patience, async () => {
      const { rows } = await client.query<{ position: string }>('select position from checkpoint')
      return BigInt(rows[0]?.position ?? 0) >= last
    }),
  )
}

/** Runs `act` while so many tabs are open, spread over all people. */
async function telling<T>(
  { urls }: Installation,
  seats: readonly Seat[],
  tabs: number,
  act: () => Promise<T>,
): Promise<T> {
  const url = `${urls[0]?.replace('http', 'ws')}/api/realtime`
  const all = Array.from({ length: tabs }, (_, n) => ({ url, headers: seats[n % seats.length]?.person.headers ?? {} }))
  let failure: Error | undefined
  const close = await openTabs(
    all,
    () => undefined,
    (error) => {
      failure = error
    },
  )
  const done = await act().finally(close)
  if (failure) throw failure
  return done
}
