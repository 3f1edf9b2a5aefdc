import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from './lib/fault.ts'
import { seconds } from './lib/figures.ts'
import { type Env, type Installation, startSplit } from './lib/installation.ts'
import type { Load } from './lib/load.ts'
import { inParts } from './lib/parts.ts'
import { startProxy, type TcpProxy } from './lib/proxy.ts'
import { answersIn, underLoad } from './lib/under-load.ts'

type How = 'refuse' | 'silence'

/** What is out of reach, and how that shows. */
const outages: Readonly<Record<string, { what: 'PostgreSQL' | 'event store'; how: How }>> = {
  postgres: { what: 'PostgreSQL', how: 'refuse' },
  eventstore: { what: 'event store', how: 'refuse' },
  'postgres-silent': { what: 'PostgreSQL', how: 'silence' },
  'eventstore-silent': { what: 'event store', how: 'silence' },
}

/** One process for each role over one PostgreSQL and event store, with proxies on the way that is to be cut. */
const startBehind = async (dir: string, env: Env, what: string) => {
  const proxies: TcpProxy[] = []
  const proxied = async (to: Parameters<typeof startProxy>[0]) => {
    const proxy = await startProxy(to)
    proxies.push(proxy)
    return proxy.port
  }
  const installation = await startSplit(dir, {
    env,
    databaseUrl: async (direct) => {
      if (what !== 'PostgreSQL') return direct
      const { searchParams, pathname, username } = new URL(direct)
      const port = await proxied({ path: `${searchParams.get('host')}/.s.PGSQL.5432` })
      return `postgres://${username}@127.0.0.1:${port}${pathname}`
    },
    eventStoreUrl: async (direct) => {
      if (what !== 'event store') return direct
      const { hostname, port, search } = new URL(direct)
      return `esdb://127.0.0.1:${await proxied({ host: hostname, port: Number(port) })}${search}`
    },
  })
  const stop = async () => {
    for (const proxy of proxies) await proxy.open()
    await installation.stop()
    for (const proxy of proxies) proxy.close()
  }
  return { installation: { ...installation, stop }, proxies }
}

/** The longest that anybody waited for any answer, by the tries that began while it was out of reach. */
const longestWait = ({ history }: Load, from: number, to: number) =>
  Math.max(
    0,
    ...history.commands
      .filter(({ sentAt, settledAt = to }) => settledAt > from && sentAt < to)
      .flatMap(({ tries }) => tries.map(({ ms }) => ms)),
  )

const columns = [
  'out of reach',
  'for',
  'acknowledged',
  'of these retried',
  'refused',
  'other answers',
  'longest wait for an answer',
  'events',
  'back after',
  'checks',
]
const notes = ['Back: a command that was sent after the end of the outage is acknowledged.']

export default {
  about:
    'PostgreSQL and the event store out of reach for half a minute, refusing connections or saying nothing at all.',
  smallest: { seconds: 1, people: 2, only: ['postgres'] },
  async run({ seconds: lasting = 30, ...options }) {
    const { people, seed, tell } = options
    const aroundIt = Math.min(2, lasting) * 1000
    const found = await inParts(outages, options, async ({ what, how }, place) => {
      let proxies: readonly TcpProxy[] = []
      const start = async (env: Env): Promise<Installation> => {
        const behind = await startBehind(place, env, what)
        proxies = behind.proxies
        return behind.installation
      }
      const { result, told, events, problems } = await underLoad({ start, load: { seed, people } }, async (_, load) => {
        await pause(aroundIt)
        tell(`${what}: out of reach (${how})`)
        const from = performance.now()
        for (const proxy of proxies) proxy.shut(how)
        await pause(lasting * 1000)
        const to = performance.now()
        const back = load.history.acknowledgedAfter(to)
        for (const proxy of proxies) await proxy.open()
        tell(`${what}: there again`)
        await back
        const recovered = performance.now() - to
        await pause(aroundIt)
        return { recovered, wait: longestWait(load, from, to) }
      })
      const { acknowledged, retried, refused } = told
      const name = `${what}, ${how === 'refuse' ? 'refusing' : 'silent'}`
      const answers = [answersIn(told), seconds(result.wait), events, seconds(result.recovered)]
      return { row: [name, `${lasting} s`, acknowledged, retried, refused, ...answers], problems }
    })
    return { columns, notes, ...found }
  },
} satisfies Fault
