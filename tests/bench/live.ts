import pg from 'pg'
import type { BareLive } from './apart/bare-live.ts'
import type { Play, Played, Players } from './apart/players.ts'
import { startApart } from './lib/apart.ts'
import type { Bench } from './lib/bench.ts'
import { latency, quantile, verdict, written } from './lib/figures.ts'
import { forEach, type Person, signUp, tableOf } from './lib/people.ts'
import { interleaved } from './lib/rounds.ts'

/** 250 people at 50 tables, each with four tabs. */
const sizes = {
  full: { tables: 50, atTable: 5, tabs: 4, perSecond: 200, carets: 200, seconds: 12, warmUp: 4, rounds: 3 },
  quick: { tables: 2, atTable: 2, tabs: 2, perSecond: 40, carets: 40, seconds: 0.5, warmUp: 0.2, rounds: 1 },
}
type Size = (typeof sizes)['full']

export const bench: Bench = {
  what: "command sent to event received in other people's tabs, 200 commands/s at 1,000 sockets, without and with 200 carets/s, beside commit + `ws` send",
  async run(options) {
    const { quick, stopping, say } = options
    const size = quick ? sizes.quick : sizes.full
    const { url, postgres } = await options.installation()
    await using admin = await connected(postgres)
    await admin.query('create database bare')
    const bareAt = await startApart<BareLive>(stopping, 'bare-live.ts').ask('listen', { ...postgres, database: 'bare' })

    say(`${size.tables * size.atTable} people sign up and sit down`)
    const ours = await seat(url, size)
    const bare = unseated(bareAt, ours)
    const players = startApart<Players>(stopping, 'players.ts')
    const { perSecond, seconds, warmUp } = size
    const play = (seats: Seats) => players.ask('play', { ...seats, perSecond, seconds, warmUp })
    const writing = writingIn(ours, size.carets)
    const played = await interleaved(size.rounds, {
      ours: (round) => play(ours).finally(() => say(`round ${round + 1}: ours`)),
      writing: (round) => play(writing).finally(() => say(`round ${round + 1}: ours, beside carets`)),
      bare: (round) => play(bare).finally(() => say(`round ${round + 1}: bare`)),
    })
    return [table(played, size)]
  },
}

type Seats = Pick<Play, 'tabs' | 'acts' | 'carets'>

/** Everybody has the first one's lore open, and sees where that one writes. */
const writingIn = ({ tabs, acts }: Seats, perSecond: number): Seats => {
  const topicOf = (table: number) => {
    const lore = acts.find((act) => act.table === table && act.url.includes('/conjurations/'))
    return `conjuration:${lore?.url.split('/').at(-1)}`
  }
  const subscribing = tabs.map((tab) => {
    const say = JSON.stringify({ type: 'Subscribe', topic: topicOf(tab.table), present: true })
    return { ...tab, greeting: { after: '{"type":"Hello"', say, until: '{"type":"Subscri' } }
  })
  const speakers = [...new Set(tabs.map(({ table }) => table))].map((table) => {
    const lore = acts.find((act) => act.table === table && act.url.includes('/conjurations/'))
    const isTheirs = (tab: Seats['tabs'][number]) => tab.table === table && tab.person === lore?.person
    return { tab: tabs.findIndex(isTheirs), topic: topicOf(table) }
  })
  return { tabs: subscribing, acts, carets: { perSecond, speakers } }
}

/** Everybody has a folder and a page of lore of their own, which they rename in turn, one table after the other. */
async function seat(url: string, { tables, atTable, tabs }: Size): Promise<Seats> {
  const names = Array.from({ length: tables * atTable }, (_, n) => `Player ${n}`)
  const people = await forEach(names, 4, (name) => signUp(url, name))
  const rows = Array.from({ length: tables }, (_, n) => people.slice(n * atTable, (n + 1) * atTable))
  const things = await forEach(rows, 8, async (row, n) => {
    const campaignId = await tableOf(row, `Table ${n}`)
    return forEach(row, 1, (person) => thingsOf(person, campaignId))
  })
  const at = (table: number, person: number) => ({ table, person: table * atTable + person })
  const all = rows.flatMap((row, table) => row.map(({ headers }, person) => ({ headers, ...at(table, person) })))
  const address = `${url.replace('http', 'ws')}/api/realtime`
  const acts = ['folder', 'lore'].flatMap((kind) =>
    Array.from({ length: atTable }, (_, person) =>
      rows.map((row, table) => ({
        url: `${url}/api${things[table]?.[person]?.[kind as 'folder' | 'lore'] ?? ''}`,
        headers: row[person]?.headers ?? { cookie: '', origin: '' },
        ...at(table, person),
      })),
    ).flat(),
  )
  return { tabs: all.flatMap((each) => Array.from({ length: tabs }, () => ({ url: address, ...each }))), acts }
}

async function thingsOf(person: Person, campaignId: string): Promise<{ folder: string; lore: string }> {
  const folder = await person.send('POST', '/collections', { campaignId, name: 'Mine' })
  const mine = { campaignId, collectionId: folder.id, name: 'Mine', visibility: 'CAMPAIGN' }
  const lore = await person.send('POST', '/conjurations', mine)
  return { folder: `/collections/${folder.id}`, lore: `/conjurations/${lore.id}` }
}

/** The same people at a server that knows tables alone. */
const unseated = (host: string, { tabs, acts }: Seats): Seats => ({
  tabs: tabs.map(({ table, person }) => ({ url: `ws://${host}/${table}`, table, person })),
  acts: acts.map(({ table, person }) => ({
    url: `http://${host}/${table}/${person}`,
    headers: {},
    table,
    person,
  })),
})

function table({ ours, writing, bare }: Record<'ours' | 'writing' | 'bare', Played[]>, size: Size) {
  const row = (name: string, rounds: Played[]) => {
    const heard = rounds.flatMap(({ heard }) => heard)
    return [
      name,
      latency(rounds.flatMap(({ answered }) => answered)),
      latency(heard),
      written(quantile(heard, 1)),
      rounds.map((round) => latency(round.heard)).join(', '),
    ]
  }
  const heard = ours.flatMap((round) => round.heard)
  const reach = verdict(
    { name: 'p50', value: quantile(heard, 0.5), atMost: 15 },
    { name: 'p99', value: quantile(heard, 0.99), atMost: 60 },
    {
      name: 'beside carets, p99',
      value: quantile(
        writing.flatMap((round) => round.heard),
        0.99,
      ),
      atMost: 100,
    },
  )
  const carets = writing.flatMap((round) => round.carets)
  const due = writing.reduce((sum, { caretsDue }) => sum + caretsDue, 0)
  const sockets = size.tables * size.atTable * size.tabs
  return {
    title: `${size.perSecond} commands/s, ${written(sockets)} sockets: ms after a command was due (p50 / p99)`,
    columns: ['', 'answered', 'heard by others', 'slowest', 'by round'],
    rows: [
      row('Loreloom', ours),
      row(`Loreloom, beside ${size.carets} carets/s`, writing),
      row('bare: `pg` insert, `ws` send', bare),
    ],
    notes: [
      reach,
      `Carets, ms after one was due until each other tab of the table has it: ${latency(carets)}, slowest ${written(quantile(carets, 1))}; ${written(due - carets.length)} of ${written(due)} were lost.`,
    ],
  }
}

async function connected(options: pg.ClientConfig) {
  const client = new pg.Client(options)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
