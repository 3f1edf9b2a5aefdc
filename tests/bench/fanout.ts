import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { messageOf } from '../../backend/realtime/messages.ts'
import { connectEventStore } from '../../eventstore/client.ts'
import type { EventStore, NewEvent } from '../../eventstore/index.ts'
import type { Broadcast } from './apart/bare-broadcast.ts'
import type { Receivers } from './apart/receivers.ts'
import { type Apart, startApart } from './lib/apart.ts'
import type { Bench, BenchOptions, Table } from './lib/bench.ts'
import { median, spread, verdict, written } from './lib/figures.ts'
import { forEach, type Person, signUp, tableOf } from './lib/people.ts'
import { interleaved } from './lib/rounds.ts'
import type { Tab } from './lib/tabs.ts'

/** Everybody in one campaign, with so many tabs each. `single` events one by one, then `many` at once, in each round. */
const sizes = {
  full: { people: 100, rounds: 5, crowds: [1000, 5000].map((sockets) => ({ sockets, single: 10, many: 60 })) },
  quick: { people: 4, rounds: 1, crowds: [{ sockets: 40, single: 3, many: 10 }] },
}

export const bench: Bench = {
  what: 'one event to 1,000 and 5,000 sockets, from the log to the last of them, beside bare `ws` and socket.io',
  async run(options) {
    const { quick, stopping, say } = options
    const size = quick ? sizes.quick : sizes.full
    const { url, eventStore, postgres } = await options.installation()
    const store = connectEventStore({ url: eventStore })
    stopping.add('event store connection', () => store.close())
    const names = Array.from({ length: size.people }, (_, n) => `Player ${n}`)
    const people = await forEach(names, 4, (name) => signUp(url, name))
    const campaignId = await tableOf(people, 'The Great Hall')
    const folder = await people[0]?.send('POST', '/collections', { campaignId, name: 'Tide' })
    const events = tides(campaignId, folder?.id ?? '', people[0]?.id ?? '')

    const tables: Table[] = []
    for (const crowd of size.crowds) {
      say(`${crowd.sockets} sockets open at each of the four`)
      const address = `${url.replace('http', 'ws')}/api/realtime`
      const crowds = {
        ours: await gather(options, tabsOf(people, address, crowd.sockets), (name, count) =>
          appendTo(store, campaignId, events(name, count)),
        ),
        bare: await beside(options, 'bare-broadcast.ts', crowd.sockets, events),
        [keeping]: await beside(options, 'bare-broadcast.ts', crowd.sockets, events, {}, postgres),
        'socket.io': await beside(options, 'socket-io.ts', crowd.sockets, events, {
          greeting: { after: '0{', say: '40', until: '40{' },
          pong: { to: '2', say: '3' },
        }),
      }
      const measure = (name: keyof typeof crowds) => (round: number) => {
        say(`${crowd.sockets} sockets, round ${round + 1}: ${name}`)
        return crowds[name].measure(crowd)
      }
      const measured = await interleaved(size.rounds, {
        ours: measure('ours'),
        bare: measure('bare'),
        [keeping]: measure(keeping),
        'socket.io': measure('socket.io'),
      })
      tables.push(table(crowd.sockets, crowd.many, measured))
      for (const { close } of Object.values(crowds)) await close()
    }
    return tables
  },
}

/** Bare `ws` that begins where ours does, with a commit. */
const keeping = 'bare, a `pg` insert first'

interface Measured {
  /** Milliseconds until the last socket had one event; median of those of a round. */
  single: number
  /** Messages a second, when many events are there at once. */
  rate: number
}

type Send = (name: string, count: number) => Promise<unknown>

/** Opens the tabs in a process of their own. `send` sets so many events going, whose messages contain the name. */
async function gather({ stopping }: BenchOptions, tabs: Tab[], send: Send) {
  const receivers = startApart<Receivers>(stopping, 'receivers.ts')
  await receivers.ask('open', tabs)
  const timed = async (times: number): Promise<number> => {
    const text = `Tide ${randomUUID()}`
    await receivers.ask('listenFor', { text, times })
    const since = now()
    await send(text, times)
    return (await receivers.ask('lastHeard', 60_000)) - since
  }
  // Whoever has heard something has taken its place.
  await timed(1)
  return {
    close: receivers.stop,
    async measure({ single, many }: { single: number; many: number }): Promise<Measured> {
      const one: number[] = []
      while (one.length < single) one.push(await timed(1))
      return { single: median(one), rate: (many * tabs.length * 1000) / (await timed(many)) }
    },
  }
}

const now = () => Number(process.hrtime.bigint()) / 1e6

/** The same messages from another server: what ours would say of the same events. It keeps them first in `postgres`, where given. */
async function beside(
  options: BenchOptions,
  file: string,
  sockets: number,
  events: ReturnType<typeof tides>,
  tab: Partial<Tab> = {},
  postgres?: pg.ClientConfig,
) {
  const server: Apart<Broadcast> = startApart<Broadcast>(options.stopping, file)
  const url = await server.ask('listen', undefined)
  if (postgres) await server.ask('keepIn', postgres)
  const tabs = Array.from({ length: sockets }, () => ({ url, ...tab }))
  const crowd = await gather(options, tabs, (name, count) => server.ask('send', events(name, count).map(told)))
  return { ...crowd, close: () => crowd.close().then(server.stop) }
}

const tabsOf = (people: readonly Person[], url: string, count: number): Tab[] =>
  Array.from({ length: count }, (_, n) => ({ url, headers: people[n % people.length]?.headers ?? {} }))

/** Renamings of a folder, as its owner's commands would append them. */
const tides =
  (campaignId: string, collectionId: string, actor: string) =>
  (name: string, count: number): NewEvent[] =>
    Array.from({ length: count }, () => {
      const commandId = randomUUID()
      const metadata = { actor, commandId, correlationId: commandId, requestId: randomUUID() }
      return { id: randomUUID(), type: 'CollectionRenamed', data: { campaignId, collectionId, name }, metadata }
    })

const appendTo = (store: EventStore, campaignId: string, events: NewEvent[]) =>
  store.append(`collections-${campaignId}`, events, 'any')

const told = ({ id, type, data, metadata: { requestId: _, ...metadata } }: NewEvent): string =>
  messageOf(
    {
      ...{
        position: 1_000_000n,
        seq: 0,
        id,
        type,
        stream: `collections-${randomUUID()}`,
        at: new Date().toISOString(),
      },
      ...{
        revision: 1,
        data,
        metadata: metadata as never,
        traceparent: null,
        channels: [],
        unless: [],
        users: [],
        refs: [],
      },
    },
    [],
  )

function table(sockets: number, many: number, measured: Record<string, Measured[]>): Table {
  const figures = (name: string, of: keyof Measured) => (measured[name] ?? []).map((each) => each[of])
  const ratio = (of: keyof Measured, than = 'bare') => median(figures('ours', of)) / median(figures(than, of))
  return {
    title: `${written(sockets)} sockets in one campaign`,
    columns: ['', 'one event, ms until the last has it', `${many} events at once, messages/s`],
    rows: Object.keys(measured).map((name) => [name, spread(figures(name, 'single')), spread(figures(name, 'rate'))]),
    notes: [
      verdict(
        { name: 'one event: of bare', value: 1 / ratio('single'), atLeast: 0.7 },
        { name: 'many: of bare', value: ratio('rate'), atLeast: 0.7 },
      ),
      `One event, of bare that commits it first: ${written(1 / ratio('single', keeping))}; many: ${written(ratio('rate', keeping))}.`,
      'Ours begins at the append: it includes the commit to the log, the projection into views (a second commit) and the feed.',
    ],
  }
}
