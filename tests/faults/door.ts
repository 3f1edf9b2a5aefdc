import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../backend/platform/embedded-postgres.ts'
import { freshDatabase } from '../postgres.ts'
import { type Fuzzed, fuzz } from '../security/fuzz/run.ts'
import { smallWebApp } from '../security/small-web-app.ts'
import { startStack } from '../stack.ts'
import type { Fault } from './lib/fault.ts'
import { putCluster } from './lib/made-cluster.ts'

/** Bytes by which live objects may grow for a request: streams and commands are remembered, up to a bound. */
const growth = 4_000

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

/** Routes by the first word of their path below `/api`. */
const areaOf = (route: string) => /^\w+ \/api\/([\w-]+)/.exec(route)?.[1] ?? 'pages'

const tableOf = ({ statuses }: Fuzzed) => {
  const areas = Map.groupBy(statuses, ([route]) => areaOf(route))
  return [...areas].sort().map(([area, routes]) => {
    const sum = (digit: string) => routes.reduce((total, [, digits]) => total + (digits[digit] ?? 0), 0)
    return [area, routes.length, ...['2xx', '3xx', '4xx', '5xx', 'none'].map(sum)]
  })
}

export default {
  about:
    'Every route asked again and again, from its own schema and against it, by people of all roles: no 5xx, no hang, no growing memory.',
  smallest: { rounds: 100 },
  async run({ rounds: requests = 20_000, quick, seed, dir, tell }) {
    await putCluster(dir)
    const postgres = await startEmbeddedPostgres(dir)
    const dist = await smallWebApp()
    const database = await freshDatabase(postgres.options)
    const stack = await startStack({ database, webApp: dist.root, log: pino({ level: 'silent' }) })
    try {
      const fuzzed = await fuzz(stack, { requests, seed, progress: (sent) => tell(`${sent} of ${requests}`) })
      const { heap, wrong, harmed, slowest, statuses } = fuzzed
      const entered = [...statuses].filter(([, digits]) => digits['2xx']).length
      const grown = Math.max(heap.after - heap.before, 0)
      return {
        columns: ['area', 'routes', '2xx', '3xx', '4xx', '5xx', 'no answer'],
        rows: tableOf(fuzzed),
        notes: [
          `${fuzzed.requests} requests, seed ${seed}; ${entered} of ${statuses.size} routes let somebody do what they asked at least once.`,
          `Live objects after a quarter of the requests ${megabytes(heap.before)}, at the end ${megabytes(heap.after)}. Slowest answer ${Math.round(slowest.ms)} ms.`,
        ],
        problems: [
          ...wrong.map(({ what, who, request, answer }) => `${what}: ${who} asked ${request} and was told ${answer}`),
          ...harmed,
          ...(grown > growth * requests && !quick ? [`Live objects grew by ${megabytes(grown)}`] : []),
        ],
      }
    } finally {
      await stack.stop()
      await postgres.stop()
      await dist.remove()
    }
  },
} satisfies Fault
