import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { EventStoreUnavailable } from '#eventstore'
import { connectEventStore } from '../eventstore/client.ts'
import loreloom from '../package.json' with { type: 'json' }
import { installedKeys } from './audit/chain/key-ring.ts'
import { type Config, localUrl, readConfig } from './config.ts'
import { findConfigWarnings } from './config-doubts.ts'
import { secretsOf } from './config-secrets.ts'
import { misspelledSettings } from './misspelled-settings.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { embeddedEventStore, embeddedPostgres, type Place } from './platform/databases.ts'
import { watch } from './platform/dependency.ts'
import { eventStoreDependency } from './platform/event-store.ts'
import { findPort, portError } from './platform/port.ts'
import { postgresDependency } from './platform/postgres-trouble.ts'
import { runProcess } from './platform/run-process.ts'
import { operatorKeyIn, recordRunning } from './platform/running.ts'
import { readOrCreateSecret } from './platform/secret-file.ts'
import type { Stopping } from './platform/stopping.ts'
import { ensureWebApp } from './platform/web-app.ts'
import { openProviders, openSources, openWitnesses } from './providers/configured.ts'
import { discord } from './providers/discord.ts'
import { remoteExperiments } from './providers/experiments.ts'
import { readImageSources } from './providers/image-sources/read.ts'
import { keysOf } from './providers/image-sources/source.ts'
import { stripe } from './providers/payments/stripe.ts'
import { stripeHosts } from './providers/payments/stripe-hosts.ts'
import { storyVault } from './providers/story-vault.ts'
import { openUntrustedInput } from './providers/untrusted-input.ts'
import { settingsForRoles } from './role-settings.ts'
import { type Started, startRoles } from './roles.ts'
import { sourcesUp } from './telemetry/image-sources.ts'
import { openLog } from './telemetry/log.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { createScope, ownerIn } from './telemetry/scope.ts'
import { monitoringServer } from './telemetry/server.ts'
import { loggedOutages, measuredOutages } from './telemetry/store-outages.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { noTracing } from './telemetry/tracer.ts'

/** The server's process: reads the settings, starts the configured parts, stops them in reverse order. Only this file chooses adapters. */
const scope = createScope()
const { log, hide, leaveOut } = openLog(scope, pino.destination({ dest: 2, sync: true }))
const print = (line: string) => process.stderr.write(`${line}\n`)

/** Connects to the configured PostgreSQL; resolves once it is usable, since no part can start without it. */
const openPostgres = async (connectionString: string, stopping: Stopping) => {
  const watched = await watch(postgresDependency(connectionString), { log, stopping })
  await watched.usable
  return { postgres: { connectionString }, watched: [watched] }
}

/** Returns the configured event store, which is watched from then on, or starts the embedded one. */
const openEventStore = async (url: string | undefined, place: Place, postgres: pg.ClientConfig) =>
  url === undefined
    ? { url: await embeddedEventStore(place, postgres), watched: [] }
    : { url, watched: [await watch(eventStoreDependency(url), place)] }

/** Opens PostgreSQL and the event store: the configured ones, or embedded ones in the data directory. */
const openStorage = async (
  { dataDir, databaseUrl, eventStoreUrl }: Config,
  { metrics }: Telemetry,
  stopping: Stopping,
) => {
  const place = { dataDir, log, stopping }
  const { postgres, watched } = databaseUrl
    ? await openPostgres(databaseUrl, stopping)
    : { postgres: await embeddedPostgres(place), watched: [] }
  const pool = new pg.Pool({ ...postgres, max: 24, pipeline: true, connectionTimeoutMillis: 10_000 })
  pool.on('error', (err) => {
    if (!pool.ending) log.warn({ err }, 'An idle database connection was lost')
  })
  // An error of a connection in use is reported by its query; errors of closing connections are ignored.
  pool.on('connect', (client) => client.on('error', () => undefined))
  stopping.add('database connections', () => pool.end())
  const eventStore = await openEventStore(eventStoreUrl, place, postgres)
  const hasFailure = () => eventStore.watched.some(({ failure }) => failure() !== undefined)
  leaveOut((error) => error instanceof EventStoreUnavailable && hasFailure())
  const outages = measuredOutages(metrics)
  const store = connectEventStore(eventStore.url, { ...loggedOutages(log, hasFailure), ...outages.observer })
  stopping.add('event store connection', () => store.close())
  return { postgres, pool, store, storeReconnects: outages.reconnects, watched: [...watched, ...eventStore.watched] }
}

/**
 * Resolves to the keys of the payment provider: Stripe's, those of our simulation, whose webhooks go to this process if
 * it serves the API, or none.
 */
const openPayments = async (config: Config, pool: pg.Pool, port: number, stopping: Stopping) => {
  if (config.payments !== 'simulated') return config.payments
  // Loaded on demand: Stripe needs no simulation.
  const { startStripe } = await import('../stripe/index.ts')
  const url = `${localUrl(config.host, port)}/api/billing/webhook`
  const webhook = config.roles.includes('api') ? { url } : undefined
  const { address, keys, close } = await startStripe({ pool, webhook, log })
  stopping.add('simulated Stripe', close)
  hide([keys.secretKey, keys.webhookSecret])
  return { ...keys, address }
}

/** Sets up metrics, and traces if a collector is configured. */
const openTelemetry = async ({ traces }: Config, stopping: Stopping): Promise<Telemetry> => {
  const metrics = createMetrics({ ofProcess: true })
  if (!traces) return { scope, metrics, tracer: noTracing }
  // Loaded on demand, to save time and memory at each start.
  const { otlpTracer } = await import('./telemetry/otlp.ts')
  const tracer = otlpTracer({ ...traces, version: loreloom.version, log })
  stopping.add('traces', tracer.close)
  return { scope, metrics, tracer }
}

/** Starts the monitoring server if it has a port. Without a token, it listens only for this machine. */
const listenForMonitoring = async (
  config: Config,
  metrics: Telemetry['metrics'],
  { checks }: Started,
  stopping: Stopping,
) => {
  const { metricsPort: port, metricsToken: token } = config
  if (port === undefined) return
  const host = token === undefined ? '127.0.0.1' : config.host
  const server = monitoringServer({ metrics, token, checks, log })
  stopping.add('monitoring', () => {
    server.close()
    server.closeAllConnections()
  })
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    throw portError(host, port, error, 'METRICS_PORT')
  })
}

/** Reads the settings, hides the secrets among them from the log, and reports those that are doubtful. */
const readSettings = () => {
  const config = readConfig(process.env)
  log.level = config.logLevel
  const imageSources = config.imageSources === undefined ? [] : readImageSources(config.imageSources, process.env)
  hide([...secretsOf(config), ...keysOf(imageSources)])
  const keyNames = imageSources.map(({ setting }) => setting)
  for (const doubt of [...misspelledSettings(process.env, keyNames), ...findConfigWarnings(config)]) log.warn(doubt)
  return { config, imageSources }
}

const readSecrets = (config: Config) => {
  const secret = config.authSecret ?? readOrCreateSecret(join(config.dataDir, 'auth-secret'))
  const operatorKey = readOrCreateSecret(operatorKeyIn(config.dataDir))
  hide([secret, operatorKey])
  return { secret, operatorKey }
}

/** Listens for requests if this process has the role `api`, and records its address for commands on this machine. */
const listen = async (
  config: Config,
  { app }: Started,
  { port, baseUrl }: { port: number; baseUrl: string },
  stopping: Stopping,
) => {
  await app?.listen({ host: config.host, port }).catch((error: unknown) => {
    throw portError(config.host, port, error)
  })
  if (config.roles.includes('api'))
    stopping.add(
      'the note of where it is',
      recordRunning(config.dataDir, { url: localUrl(config.host, port), origin: new URL(baseUrl).origin }),
    )
}

await runProcess(log, async (stopping) => {
  const { config, imageSources } = readSettings()
  const telemetry = await openTelemetry(config, stopping)
  const serves = config.roles.includes('api')

  stopping.add('data directory', claimDataDir(config.dataDir).release)
  const port = serves ? await findPort(config.host, config.port) : config.port
  const webApp = serves ? ensureWebApp(() => print('Building the web app …')) : undefined
  // A failed build is reported where it is awaited.
  webApp?.catch(() => undefined)

  const place = { log, stopping }
  const { postgres, pool, store, storeReconnects, watched: storage } = await openStorage(config, telemetry, stopping)
  const {
    mailer,
    watched: reached,
    ...providers
  } = await openProviders(config, openSources(imageSources, sourcesUp(telemetry.metrics.registry), place), pool, place)
  const untrusted = openUntrustedInput({ owner: ownerIn(scope), log })
  stopping.add('reading of what users send', untrusted.close)
  const paymentKeys = await openPayments(config, pool, port, stopping)
  const baseUrl = config.baseUrl ?? localUrl(config.host, port)

  const { secret, operatorKey } = readSecrets(config)
  const started = await startRoles({
    ...settingsForRoles(config, port),
    version: loreloom.version,
    baseUrl,
    operatorKey,
    webApp: await webApp,
    postgres,
    pool,
    store,
    dependencies: [...storage, ...reached],
    storeReconnects,
    ...providers,
    untrusted,
    payments: paymentKeys && stripe(paymentKeys),
    remoteExperiments:
      config.experimentService &&
      remoteExperiments({
        ...config.experimentService,
        onFailure: (error) => log.warn({ err: error }, 'The experiment service failed'),
      }),
    discord: config.discord && discord(config.discord),
    storyVault: config.storyVault && storyVault(config.storyVault),
    auditKeys: installedKeys(config),
    nightlyChecks: true,
    witnesses: openWitnesses(config, mailer),
    ...(paymentKeys && !('address' in paymentKeys) && { pageHosts: stripeHosts }),
    simulatedStripe: paymentKeys && 'address' in paymentKeys ? paymentKeys : undefined,
    auth: { mailer, secret, google: config.google, rateLimit: config.rateLimits },
    telemetry,
    stopping,
    log,
  })

  await listenForMonitoring(config, telemetry.metrics, started, stopping)
  await listen(config, started, { port, baseUrl }, stopping)
  // Requests that need no event store are served concurrently.
  await Promise.all(storage.map(({ usable }) => usable))
  process.stdout.write(serves ? `Loreloom is at ${baseUrl}\n` : `Loreloom runs as ${config.roles.join(' and ')}\n`)
})
