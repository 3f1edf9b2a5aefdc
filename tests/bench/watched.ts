import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { collections } from '#domain/collections.ts'
import type { EventStore } from '#eventstore'
import { type CommandHandler, commandHandler } from '../../backend/commands/handle.ts'
import { logController } from '../../backend/http/logging.ts'
import { observedHandler } from '../../backend/telemetry/commands.ts'
import { observedStore } from '../../backend/telemetry/event-store.ts'
import { observeHttp } from '../../backend/telemetry/http.ts'
import { openLog } from '../../backend/telemetry/log.ts'
import { createMetrics } from '../../backend/telemetry/metrics.ts'
import { otlpTracer } from '../../backend/telemetry/otlp.ts'
import { createScope } from '../../backend/telemetry/scope.ts'
import type { Telemetry } from '../../backend/telemetry/telemetry.ts'
import { noTracing } from '../../backend/telemetry/tracer.ts'
import { memoryStore } from '../memory-store.ts'
import { serve } from '../vendors/serve.ts'
import type { Bench, BenchOptions } from './lib/bench.ts'
import { median, spread, written } from './lib/figures.ts'
import { interleaved } from './lib/rounds.ts'

const sizes = {
  full: { commands: 10_000, requests: 10_000, rounds: 5 },
  quick: { commands: 200, requests: 100, rounds: 1 },
}

const log = (level: string) => openLog(createScope(), { write: () => undefined }, level).log
const measured = (): Telemetry => ({ scope: createScope(), metrics: createMetrics(), tracer: noTracing })

export const bench: Bench = {
  what: 'processor time that metrics, log lines and traces add to a command and to a request, without network and database',
  async run(options) {
    const size = options.quick ? sizes.quick : sizes.full
    const traced = await tracing(options)
    options.say('commands')
    const commands = await interleaved(size.rounds, {
      bare: () => command(size.commands, (store) => commandHandler(store)),
      metrics: () => command(size.commands, watchedBy(measured())),
      traces: () => command(size.commands, watchedBy(traced())),
    })
    options.say('requests')
    const requests = await interleaved(size.rounds, {
      bare: () => request(size.requests, () => undefined, 'warn'),
      metrics: () => request(size.requests, (app) => observeHttp(app, measured()), 'warn'),
      lines: () => request(size.requests, (app) => observeHttp(app, measured()), 'info'),
      traces: () => request(size.requests, (app) => observeHttp(app, traced()), 'info'),
    })
    const rows = (what: string, rounds: Record<string, number[]>) =>
      Object.entries(rounds).map(([name, figures]) => [
        `${what}, ${names[name]}`,
        spread(figures),
        written(median(figures) - median(rounds.bare ?? [])),
      ])
    return [
      {
        title: 'Processor time',
        columns: ['', 'µs each', 'more than bare, µs'],
        rows: [...rows('a command', commands), ...rows('a request', requests)],
      },
    ]
  },
}

const names: Record<string, string> = {
  bare: 'not watched',
  metrics: 'with metrics',
  lines: 'with metrics and a line in the log',
  traces: 'with all of it, each traced and sent',
}

/** A collector that takes everything, so that what is sent is really written and sent. */
const tracing = async ({ stopping }: Pick<BenchOptions, 'stopping'>) => {
  const { url, close } = await serve(() => Response.json({}))
  stopping.add('collector', close)
  const tracer = otlpTracer({
    endpoint: url,
    headers: {},
    serviceName: 'bench',
    version: '1',
    ratio: 1,
    log: log('error'),
  })
  stopping.add('traces', tracer.close)
  return (): Telemetry => ({ ...measured(), tracer })
}

const watchedBy = (telemetry: Telemetry) => (store: EventStore) =>
  observedHandler(commandHandler(observedStore(store, telemetry)), telemetry, log('warn'))

/** Microseconds of processor time of each, one after the other. */
const timesOf = async (count: number, work: (n: number) => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  for (let n = 0; n < count; n++) {
    await work(n)
    // So that what is sent in batches is sent meanwhile, and not dropped.
    if (n % 100 === 0) await setImmediate()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

async function command(count: number, over: (store: EventStore) => CommandHandler): Promise<number> {
  const handler = over(memoryStore())
  const [campaignId, collectionId] = [randomUUID(), randomUUID()]
  const metadata = () => ({ actor: randomUUID(), commandId: randomUUID(), correlationId: randomUUID() })
  const create = {
    campaignId,
    collectionId,
    parentCollectionId: null,
    userId: randomUUID(),
    name: 'First',
    visibility: 'PUBLIC',
  }
  await handler.handle(collections, campaignId, { type: 'CreateCollection', data: create }, metadata())
  return timesOf(count, async (n) => {
    const data = { collectionId, name: `Name ${n}` }
    const { events } = await handler.handle(collections, campaignId, { type: 'RenameCollection', data }, metadata())
    if (events !== 1) throw new Error('A command decided nothing')
  })
}

async function request(count: number, watch: (app: FastifyInstance) => void, level: string): Promise<number> {
  const options: FastifyServerOptions = {
    loggerInstance: log(level),
    childLoggerFactory: (logger) => logger,
    logController,
  }
  const app = Fastify(options)
  app.decorateRequest('session', undefined)
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('ws', false)
  watch(app)
  app.get('/api/collections/:id', async ({ params }) => params)
  await app.ready()
  return timesOf(count, async () => {
    const { statusCode } = await app.inject({ url: '/api/collections/one' })
    if (statusCode !== 200) throw new Error(`A request was answered ${statusCode}`)
  }).finally(() => app.close())
}
