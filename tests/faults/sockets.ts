import { openTabs } from '../bench/lib/tabs.ts'
import { placeOf } from './hall/ear.ts'
import { type Hall, inHall, megabytes, memoryOf } from './hall/hall.ts'
import type { Fault } from './lib/fault.ts'
import { until } from './lib/until.ts'

const mostGuests = 100
const crowds = [1000, 5000]
/** Told to everybody, at each size of the crowd. */
const told = 40
const patience = 120_000
/** What one open tab may cost, in kilobytes. */
const mostEach = 60

export default {
  about: `${crowds.at(-1)} open sockets on one process: everybody hears everything, once and in order; what a socket costs in memory; and closing them gives it back.`,
  smallest: { people: 6, rounds: 1 },
  async run({ rounds = 2, people, quick, dir, tell }) {
    const sizes = people === undefined ? crowds : [people]
    const guests = Math.min(mostGuests, ...sizes)
    return inHall(dir, guests, async ({ url, pid, hall }) => {
      const rows: (string | number)[][] = []
      const problems: string[] = []
      const full: number[] = []
      for (let round = 1; round <= rounds; round++)
        for (const size of sizes) {
          tell(`round ${round}: ${size} sockets`)
          const one = await gather({ url, pid, hall, size })
          if (size === sizes.at(-1)) full.push(one.most)
          const each = (one.open - one.before) / size / 1024
          rows.push([
            round,
            size,
            megabytes(one.before),
            megabytes(one.open),
            round === 1 ? `${each.toFixed(1)} KB` : '',
            megabytes(one.most),
            `${one.heardAfter.toFixed(0)} ms`,
            one.heardAll,
          ])
          if (one.heardAll < size)
            problems.push(`${size - one.heardAll} of ${size} did not hear everything, once and in order`)
          if (round === 1 && each > mostEach && !quick) problems.push(`a socket costs ${each.toFixed(1)} KB`)
        }
      const [first = 0, last = 0] = [full[0], full.at(-1)]
      if (last > first * 1.3 && !quick)
        problems.push(`the same crowd takes ${megabytes(first)} at first and ${megabytes(last)} at last`)
      return {
        columns: [
          'round',
          'sockets',
          'server before',
          'with them open',
          'for each',
          `at most, while all hear ${told} events`,
          'the last hears the last after',
          'heard all, once, in order',
        ],
        rows,
        notes: ['Memory is what the operating system counts as resident; what a process once had, it uses again.'],
        problems,
      }
    })
  },
} satisfies Fault

interface Crowd {
  url: string
  pid: number
  hall: Hall
  size: number
}

async function gather({ url, pid, hall, size }: Crowd) {
  const address = `${url.replace('http', 'ws')}/api/realtime`
  const before = memoryOf(pid)
  const heard: string[][] = Array.from({ length: size }, () => [])
  let failure: Error | undefined
  let lastHeard = 0
  const close = await openTabs(
    Array.from({ length: size }, (_, n) => ({
      url: address,
      headers: hall.people[n % hall.people.length]?.headers ?? {},
    })),
    (message, n) => {
      const place = placeOf(message)
      if (!place) return
      heard[n]?.push(place)
      lastHeard = performance.now()
    },
    (error) => {
      failure ??= error
    },
  )
  // Whoever has heard something stands in line.
  const isHeard = (position: bigint) => heard.every((mine) => mine.at(-1)?.startsWith(`${position} `))
  const greeting = await hall.rename()
  await until('everybody hears a first event', patience, () => isHeard(greeting))
  const open = memoryOf(pid)
  let most = open
  const positions: bigint[] = []
  for (let n = 0; n < told; n++) {
    positions.push(await hall.rename())
    most = Math.max(most, memoryOf(pid))
  }
  const since = performance.now()
  const last = positions.at(-1) ?? 0n
  await until('everybody hears everything', patience, () => isHeard(last)).catch(() => undefined)
  const expected = [greeting, ...positions].map((position) => `${position} `)
  // Before the greeting some hear what was still on its way, such as their welcome credits.
  const fromGreeting = (mine: readonly string[]) =>
    mine.slice(mine.findIndex((place) => place.startsWith(`${greeting} `)))
  const heardAll = heard
    .map(fromGreeting)
    .filter(
      (mine) => mine.length === expected.length && mine.every((place, n) => place.startsWith(expected[n] ?? '?')),
    ).length
  await close()
  if (failure) throw failure
  return { before, open, most, heardAll, heardAfter: Math.max(0, lastHeard - since) }
}
