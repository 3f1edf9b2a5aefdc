import { setTimeout as delay } from 'node:timers/promises'
import { forEach } from '../bench/lib/people.ts'
import { type Ear, openEar } from './hall/ear.ts'
import { type Hall, inHall, megabytes, memoryOf } from './hall/hall.ts'
import type { Fault } from './lib/fault.ts'
import { median, worst } from './lib/figures.ts'
import { until } from './lib/until.ts'

const guests = 12
const everybody = 30
/** More than the kernel takes for a reader that does not read: the rest is the server's to hold or not. */
const [many, bytes] = [300, 57_000]
/** What the server may hold for one slow reader, and what it may need beside for being busy. */
const perReader = 2 * 2 ** 20
const slack = 240 * 2 ** 20
const patience = 60_000

/** Everybody hears the same traffic; what differs is what the slow ones do meanwhile. */
interface Part {
  name: string
  /** Before the traffic. */
  harm(ears: readonly Ear[]): void
  /** Their streams begin here: at the beginning of everything, or now. */
  after?: string
}
const pause = (ears: readonly Ear[]) => {
  for (const ear of ears) ear.pause()
}
const parts: readonly Part[] = [
  { name: 'all of them read', harm: () => undefined },
  { name: 'stop reading', harm: pause },
  { name: 'stop reading while they catch up', harm: pause, after: '0' },
]

export default {
  about: `${everybody} sockets stop reading while ${megabytes(many * bytes)} are sent to each: the server does not keep it for them, others are not delayed, and they resume without loss.`,
  smallest: { people: 3, rounds: 20, only: ['stop reading'] },
  async run({ only, people: slow = everybody, rounds: writings = many, dir, tell }) {
    return inHall(dir, Math.min(guests, slow), async ({ url, pid, hall }) => {
      const rows: (string | number)[][] = []
      const problems: string[] = []
      for (const part of parts) {
        if (only.length > 0 && !only.includes(part.name)) continue
        tell(part.name)
        const { row, found } = await runPart(part, { url, pid, hall, slow, writings })
        rows.push(row)
        problems.push(...found.map((each) => `${part.name}: ${each}`))
      }
      const columns = [
        'slow readers',
        'events',
        'sent to each',
        'server before',
        'at most',
        'others hear after (median)',
        'at worst',
        'cut off',
        'read again: heard all, once, in order',
      ]
      return { columns, rows, notes: ['The first line is the same traffic without harm.'], problems }
    })
  },
} satisfies Fault

interface Place {
  url: string
  pid: number
  hall: Hall
  slow: number
  writings: number
}

async function runPart({ name, harm, after }: Part, { url, pid, hall, slow, writings }: Place) {
  const from = String(await hall.rename())
  const others = await forEach(hall.people, 8, (person) => openEar(url, person, from))
  const readers = Array.from(
    { length: slow },
    (_, n) => hall.people[n % hall.people.length] as (typeof hall.people)[number],
  )
  const before = memoryOf(pid)
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 50)
  const ears = await forEach(readers, 8, (person) => openEar(url, person, after ?? from))
  harm(ears)
  const sent: { position: string; at: number }[] = []
  for (let n = 0; n < writings; n++) {
    const at = performance.now()
    sent.push({ position: String(await hall.write(bytes)), at })
  }
  const last = sent.at(-1)?.position
  await until('the others have heard all', patience, () => others.every((ear) => ear.last() === last))

  // What was sent at which position is known only when it is answered, which others may hear of before.
  const sentAt = new Map(sent.map(({ position, at }) => [position, at]))
  const waits = others.flatMap(({ heard }) =>
    heard.flatMap(({ place, at }) => {
      const began = sentAt.get(place.split(' ')[0] ?? '')
      return began === undefined ? [] : [at - began]
    }),
  )
  const outcomes = await forEach(ears, slow, (ear, n) => readAgain(ear, url, readers[n] as never, last ?? ''))
  // What people may see of the past differs, so each is held against another socket of their own.
  const anew = await forEach(hall.people, 4, (person) => openEar(url, person, after ?? from))
  await until('everybody hears it all anew', patience, () => anew.every((ear) => ear.last() === last))
  clearInterval(sampling)
  const inWords = (heard: readonly string[]) => heard.join('\n')
  const expected = anew.map(({ heard }) => inWords(heard.map(({ place }) => place)))
  const same = outcomes.filter(({ heard }, n) => inWords(heard) === expected[n % expected.length]).length
  const cut = outcomes.filter(({ cut }) => cut).length
  for (const ear of [...others, ...anew]) ear.close()

  const found: string[] = []
  if (same < slow) found.push(`${slow - same} of ${slow} did not hear all of it, once and in order`)
  if (most - before > slow * perReader + slack) found.push(`the server grew by ${megabytes(most - before)}`)
  const others_ = others.filter(({ heard }) => heard.length < writings).length
  if (others_ > 0) found.push(`${others_} of the others did not hear all of it`)
  const row = [
    `${slow} ${name}`,
    writings,
    megabytes(writings * bytes),
    megabytes(before),
    megabytes(most),
    `${median(waits).toFixed(0)} ms`,
    `${worst(waits).toFixed(0)} ms`,
    cut,
    `${same} of ${slow}`,
  ]
  return { row, found }
}

/** Reads on; comes back as often as it is cut off, after the last it heard, until it has heard `last`. */
async function readAgain(ear: Ear, url: string, person: Hall['people'][number], last: string) {
  const heard: string[] = []
  let cut = false
  let current = ear
  current.resume()
  for (const end = performance.now() + patience; performance.now() < end; ) {
    const isDone = until('it has heard all', patience, () => current.last() === last)
    isDone.catch(() => undefined)
    const done = await Promise.race([isDone.then(() => true), current.closed.then(() => false)])
    heard.push(...current.heard.map(({ place }) => place))
    if (done) break
    cut = true
    current = await openEar(url, person, heard.at(-1)?.split(' ')[0])
  }
  await delay(0)
  current.close()
  return { heard, cut }
}
