import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { stateOf } from '../../backend/domain/decider.ts'
import type { Ops } from '../../backend/domain/deltas.ts'
import { textOf, texts } from '../../backend/domain/texts.ts'
import type { BareText } from './apart/bare-text.ts'
import { startApart } from './lib/apart.ts'
import type { Bench, Table } from './lib/bench.ts'
import { latency, median, quantile, spread, verdict, written } from './lib/figures.ts'
import { type Person, signUp, tableOf } from './lib/people.ts'
import { openTabs, type Tab } from './lib/tabs.ts'

/** As fast as answers come, and as people type: two or three batches a second. */
const sizes = {
  full: { writers: [1, 5, 20], seconds: 8, perWriter: 2.5, changes: 10_000, words: 47_000, rounds: 5 },
  quick: { writers: [1, 2], seconds: 0.4, perWriter: 5, changes: 200, words: 500, rounds: 1 },
}
const letters = 60_000
/** Paragraphs, as texts have them. */
const page = `${'x'.repeat(399)}\n`.repeat(letters / 400)

/** A text that several write, at one server. */
interface Place {
  name: string
  tab: Tab
  /** The last revision that is known to be there. */
  revision: number
  post(writer: number, change: { id: string; base: number; ops: Ops }): Promise<{ revision: number }>
}

interface Played {
  /** Answered changes, as fast as each writer's answers come. */
  perSecond: number
  /** Milliseconds from a change's being sent until another socket has it, paced. */
  heard: number[]
}

const typed = (): Ops => [{ retain: Math.floor(Math.random() * letters) }, { insert: 'words ' }]

async function play(place: Place, writers: number, { seconds, perWriter }: typeof sizes.full): Promise<Played> {
  const sent = new Map<string, number>()
  const heard: number[] = []
  const failures: Error[] = []
  const hear = (message: Buffer) => {
    const { id } = /"id":"(?<id>[^"]+)"/.exec(message.toString())?.groups ?? {}
    const at = sent.get(id ?? '')
    if (at !== undefined) heard.push(performance.now() - at)
  }
  const close = await openTabs([place.tab], hear, (error) => failures.push(error))
  const change = async (writer: number) => {
    const id = randomUUID()
    sent.set(id, performance.now())
    const { revision } = await place.post(writer, { id, base: place.revision, ops: typed() })
    place.revision = Math.max(place.revision, revision)
  }
  const all = Array.from({ length: writers }, (_, writer) => writer)
  const until = async (end: number, writer: number, pauseMs: number) => {
    let done = 0
    while (performance.now() < end) {
      const since = performance.now()
      await change(writer)
      done++
      if (pauseMs > 0) await delay(Math.max(0, pauseMs - (performance.now() - since)))
    }
    return done
  }
  const began = performance.now()
  const done = await Promise.all(all.map((writer) => until(began + seconds * 1000, writer, 0)))
  const perSecond = (done.reduce((sum, n) => sum + n, 0) * 1000) / (performance.now() - began)
  await delay(500)
  heard.length = 0
  sent.clear()
  const paced = performance.now()
  await Promise.all(all.map((writer) => until(paced + seconds * 1000, writer, 1000 / perWriter)))
  await delay(500)
  await close()
  if (failures[0]) throw failures[0]
  if (heard.length !== sent.size) throw new Error(`${heard.length} of ${sent.size} changes were heard at ${place.name}`)
  return { perSecond, heard }
}

const asked = async (url: string, headers: Record<string, string>, body: object) => {
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as { revision: number }
}

async function ours(url: string, most: number): Promise<Place> {
  const people: Person[] = []
  for (let n = 0; n < most; n++) people.push(await signUp(url, `Writer ${n}`))
  const [owner] = people as [Person]
  const campaignId = await tableOf(people, 'The long page')
  for (const { id } of people.slice(1))
    await owner.send('PATCH', `/campaigns/${campaignId}/members/${id}/role`, { role: 1 })
  const lore = await owner.send('POST', '/conjurations', { campaignId, name: 'Long', visibility: 'CAMPAIGN' })
  const segment = { entityType: 'CONJURATION', entityId: lore.id, type: 'STORY' }
  const { id, position } = await owner.send('POST', '/content-segments', segment)
  for (const person of people) await person.at(BigInt(position))
  const post: Place['post'] = (writer, change) =>
    asked(`${url}/api/texts/${id}/changes`, people[writer]?.headers ?? owner.headers, change)
  const { revision } = await post(0, { id: randomUUID(), base: 0, ops: [{ insert: page }] })
  const say = JSON.stringify({ type: 'Subscribe', topic: `text:${id}`, present: false })
  const greeting = { after: '{"type":"Hello"', say, until: '{"type":"Subscri' }
  return {
    name: 'Loreloom',
    tab: { url: `${url.replace('http', 'ws')}/api/realtime`, headers: owner.headers, greeting },
    revision,
    post,
  }
}

/** What opening a long text takes of the server: its history folded anew, and the text as it is asked for. */
const folding = ({ changes, words, rounds }: typeof sizes.full): number[] => {
  const id = randomUUID()
  const at = { metadata: { at: '2026-11-22T20:00:00.000Z' } }
  const begun = { textId: id, conjurationId: randomUUID(), userId: id, campaignId: null, fromRevision: null, by: [] }
  const history = [
    { type: 'TextBegun' as const, data: { ...begun, ops: [{ insert: `${'words '.repeat(words)}\n` }] }, ...at },
    ...Array.from({ length: changes }, (_, n) => ({
      type: 'TextChanged' as const,
      data: {
        textId: id,
        revision: n + 1,
        changeId: randomUUID(),
        userId: id,
        ops: [{ retain: (n * 97) % (words * 6) }, { insert: 'typed ' }] as Ops,
      },
      ...at,
    })),
  ]
  return Array.from({ length: rounds }, () => {
    const since = performance.now()
    textOf(stateOf(texts, history))
    return performance.now() - since
  })
}

export const bench: Bench = {
  what: 'one text that 1, 5 and 20 write at once: changes/s, and ms until another socket has a change, beside a bare `quill-delta`, `pg` insert and `ws` send',
  async run({ quick, say, stopping, ...options }): Promise<Table[]> {
    const size = quick ? sizes.quick : sizes.full
    const { url, postgres } = await options.installation()
    const admin = new pg.Client(postgres)
    await admin.connect()
    await admin.query('create database bare_text')
    await admin.end()
    const host = await startApart<BareText>(stopping, 'bare-text.ts').ask('listen', {
      ...postgres,
      database: 'bare_text',
    })
    const bare: Place = {
      name: 'bare',
      tab: { url: `ws://${host}` },
      revision: 0,
      post: (_writer, change) => asked(`http://${host}`, {}, change),
    }
    const mine = await ours(url, Math.max(...size.writers))
    const rows: string[][] = []
    const p99: number[] = []
    for (const writers of size.writers) {
      say(`${writers} writers`)
      for (const place of [mine, bare]) {
        const { perSecond, heard } = await play(place, writers, size)
        if (place === mine) p99.push(quantile(heard, 0.99))
        rows.push([`${writers} · ${place.name}`, written(perSecond), latency(heard), written(quantile(heard, 1))])
      }
    }
    const folded = folding(size)
    return [
      {
        title: `One text of ${written(letters)} letters: changes/s as fast as answers come; ms from a change's being sent until another socket has it, at ${size.perWriter}/s from each writer (p50 / p99)`,
        columns: ['writers', 'changes/s', 'heard by another', 'slowest'],
        rows,
        notes: [verdict({ name: 'p99 of all', value: Math.max(...p99), atMost: 150 })],
      },
      {
        title: `A text of ${written(size.words)} words with a history of ${written(size.changes)} changes, folded from its beginning`,
        columns: ['ms', 'reach'],
        rows: [[spread(folded), verdict({ name: 'ms', value: median(folded), atMost: 1_000 })]],
        notes: ['From a snapshot no more than a thousand changes are read.'],
      },
    ]
  },
}
