import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { EventStore } from '#eventstore'
import type { Bench } from './lib/bench.ts'
import { usualEvent } from './lib/events.ts'
import { verdict, written } from './lib/figures.ts'
import { forEach } from './lib/people.ts'

const program = path.join(import.meta.dirname, '../../backend/cli/log.ts')
/** Streams that are written to at once, so that their events alternate in the log. */
const atOnce = 64
const perStream = 20

const fill = (store: EventStore, events: number) =>
  forEach(
    Array.from({ length: Math.ceil(events / perStream) }, (_, stream) => stream),
    atOnce,
    async (stream) => {
      for (let revision = -1n; revision < BigInt(perStream - 1); revision++)
        await store.append(`bench-${stream}`, [usualEvent()], revision < 0n ? 'none' : revision)
    },
  )

/** The most memory that a process ever had, in MB; 0 once it is gone. */
const peakOf = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Runs what `npm run log` does; seconds, and megabytes at most. Throws when it does not end well. */
async function run(...args: string[]): Promise<{ seconds: number; peak: number }> {
  const since = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=4', program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  let peak = 0
  const looking = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0))
  }, 50)
  const [code] = await once(child, 'close')
  clearInterval(looking)
  if (code !== 0) throw new Error(`log ${args.join(' ')} ended with ${code}: ${said}`)
  return { seconds: (performance.now() - since) / 1000, peak }
}

export const bench: Bench = {
  what: 'The whole log from one embedded event store into another, and into a file and back.',
  async run({ quick, say, ...options }) {
    const wanted = quick ? 400 : 200_000
    const place = await options.place()
    const [from, to, third] = await Promise.all([1, 2, 3].map(async () => place.eventStore(await place.database())))
    if (!from || !to || !third) throw new Error('The stores were not started')
    say(`filling ${wanted} events`)
    await fill(from.store, wanted)
    const file = path.join(place.dir, 'log.jsonl.gz')

    const steps: [string, string[]][] = [
      ['copy', ['copy', '--from', from.url, '--to', to.url]],
      ['compare the two', ['compare', to.url, '--from', from.url]],
      ['check', ['check', '--from', from.url]],
      ['export into a .jsonl.gz', ['export', file, '--from', from.url]],
      ['import it', ['import', file, '--to', third.url]],
    ]
    const rows: string[][] = []
    for (const [name, args] of steps) {
      say(name)
      const { seconds, peak } = await run(...args)
      const perSecond = wanted / seconds
      const reaches = [
        ...(name === 'copy' ? [{ name: 'events/s', value: perSecond, atLeast: 15_000 }] : []),
        { name: 'MB', value: peak, atMost: 300 },
      ]
      rows.push([name, written(seconds), written(perSecond), written(peak), verdict(...reaches)])
    }
    await run('compare', third.url, '--from', from.url)
    return [
      {
        title: `${written(wanted)} events of ${written(wanted / perStream)} streams`,
        columns: ['', 's', 'events/s', 'MB at most', 'reach'],
        rows,
        notes: [
          `All logs were the same in the end, event for event. The file has ${written(statSync(file).size / wanted)} bytes for each event.`,
        ],
      },
    ]
  },
}
