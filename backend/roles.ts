import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { EventStore } from '#eventstore'
import { migrateFilePassages } from '#projections/file-passages.ts'
import { migratePartialAnswers } from '#projections/partial-answers.ts'
import { buildApp } from './app.ts'
import type { KeyRing } from './audit/chain/key-ring.ts'
import { signingWith } from './audit/chain/signing.ts'
import { userTokens } from './auth/user-tokens.ts'
import { type AuthOptions, createAuth } from './auth.ts'
import { afterOutages } from './commands/after-outage.ts'
import { migrateAwaitedFiles } from './commands/awaited-files.ts'
import { inviteCodes } from './commands/campaigns/invite-codes.ts'
import { migrateAdmittedAnswers } from './commands/conversations/gate.ts'
import { dispatcher } from './commands/dispatch.ts'
import { fairReads } from './commands/fair-reads.ts'
import { commandHandler } from './commands/handle.ts'
import { AnotherLog, createLogGuard, watchLog } from './commands/log-guard.ts'
import { rulesKey } from './commands/rules-key.ts'
import { postgresSnapshots } from './commands/snapshots.ts'
import type { Deps } from './http/deps.ts'
import { servingChecks, storageChecks } from './http/health.ts'
import { anyone } from './http/policy.ts'
import type { Checks } from './http/readiness.ts'
import { reading } from './http/snapshot.ts'
import { readingWork } from './http/work-limits.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { databaseClock } from './platform/database-clock.ts'
import { createRequestCounter } from './platform/request-counter.ts'
import type { Stopping } from './platform/stopping.ts'
import { type WorkBudget, workBudget } from './platform/work-budget.ts'
import { migrate } from './projections/migrate.ts'
import { startProjector } from './projections/runner.ts'
import { projectionStatus } from './projections/status.ts'
import { migrateTextIndex } from './projections/text-index.ts'
import { migrateTranscriptLines } from './projections/transcript-lines.ts'
import { withNames } from './queries/admin/event-names.ts'
import { cancellations } from './reactors/cancellations.ts'
import { receiptExpiryRound } from './reactors/expire-receipts.ts'
import { nightly } from './reactors/nightly.ts'
import { checkRounds, reconciliationRound } from './reactors/rounds.ts'
import { migrateStrippedFiles, stripping } from './reactors/strip-files.ts'
import { sweeping } from './reactors/sweep-files.ts'
import { idleQueuesRound, inKnownLog, migrateJobs, startWorker } from './reactors/worker.ts'
import { channelWatermarks } from './realtime/channel-watermarks.ts'
import { openFeed } from './realtime/feed.ts'
import { realtime } from './realtime/gateway.ts'
import type { RealtimeObserver } from './realtime/observer.ts'
import { generationEnds, operationEnds } from './realtime/operation-ends.ts'
import { abilityOn } from './realtime/topics/ability.ts'
import { createTopics } from './realtime/topics/topics.ts'
import { sealingKeys } from './sealing/keys.ts'
import { decryptingStore, sealEvents } from './sealing/sealed-store.ts'
import type { Role } from './settings.ts'
import { observeBacklog } from './telemetry/backlog.ts'
import { observeChecks } from './telemetry/checks.ts'
import { observedHandler } from './telemetry/commands.ts'
import { observedStore } from './telemetry/event-store.ts'
import { observeHttp, observeResponseCache } from './telemetry/http.ts'
import { observedJobs } from './telemetry/jobs.ts'
import { observeProcess } from './telemetry/process.ts'
import { observeProjector } from './telemetry/projector.ts'
import {
  observedFiles,
  observedImageEdits,
  observedImages,
  observedMailer,
  observedModels,
  observedPayments,
  observedTextModel,
  observedTranscriber,
} from './telemetry/providers.ts'
import { observeRealtime, observeTopics } from './telemetry/realtime.ts'
import { ownerIn } from './telemetry/scope.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { ReactorDeps } from './things/thing.ts'
import { isOwn, reactorsOf, routes, rules, trash, views } from './things.ts'

type AppOptions = Pick<
  Deps,
  | 'version'
  | 'baseUrl'
  | 'trustProxy'
  | 'experiments'
  | 'remoteExperiments'
  | 'influencers'
  | 'supportContact'
  | 'links'
  | 'discord'
  | 'storyVault'
  | 'limits'
  | 'webApp'
  | 'outbox'
  | 'metricsToken'
  | 'simulatedStripe'
  | 'pageHosts'
  | 'dependencies'
  | 'storeReconnects'
  | 'installation'
>

export interface RolesOptions
  extends AppOptions,
    Omit<
      ReactorDeps,
      'cancellations' | 'requests' | 'publish' | 'sealedStore' | 'signing' | 'mailer' | 'baseUrl' | 'sendsMail'
    > {
  roles: readonly Role[]
  /** Other origins that the web app is served from. */
  origins: readonly string[]
  /** Options of long-lived connections: the projector's and the feed's. */
  postgres: pg.ClientConfig
  store: EventStore
  auth: Pick<AuthOptions, 'mailer' | 'secret' | 'google' | 'passwords' | 'rateLimit'>
  operatorKey?: string
  /** True if this installation runs the nightly checks. */
  nightlyChecks?: boolean
  /** Whole years for which receipts are retained; by default 10. */
  receiptYears?: number
  /** The keys that sign heads of the audit chain, and exports. */
  auditKeys: KeyRing
  /** Maximum of concurrent jobs in each of the worker's queues; long jobs run one at a time. */
  concurrency: number
  telemetry: Telemetry
  stopping: Pick<Stopping, 'add'>
  log: FastifyBaseLogger
}

const reconcileMs = 60_000

export interface Started {
  /** Ready to listen; absent in a process that serves nothing. */
  app?: FastifyInstance
  /** Checks of the dependencies that this process needs. */
  checks: Checks
  /** Appends the events that are missing in the history of accounts. */
  reconcile(): Promise<void>
}

/** Starts the roles of this process with the given dependencies, and registers with `stopping` how they end. */
export async function startRoles(given: RolesOptions): Promise<Started> {
  const started = await start(given)
  observeProcess(given.telemetry, { ...given, ...started })
  return started
}

const start = async (given: RolesOptions): Promise<Started> => {
  const core = await startCore(given)
  const { auth, checks, topics } = core
  const { roles, postgres, pool, stopping, log } = core.options
  if (roles.includes('projector')) checks.projector = startProjection(core)
  if (!roles.includes('worker') && !roles.includes('api')) return { reconcile: auth.reconcile, checks }

  const feed = await openFeed({ postgres, pool, log })
  stopping.add('feed', feed.close)
  topics.open(postgres)
  stopping.add('topics', topics.close)
  if (roles.includes('worker')) await startJobs(core, feed)
  if (!roles.includes('api')) return { reconcile: auth.reconcile, checks }

  const { app, serving } = await startServing(core, feed)
  return { app, reconcile: auth.reconcile, checks: { ...checks, ...serving } }
}

/** Parts that every role has: commands, accounts, topics, reactors and the checks of the storage. */
const startCore = async (given: RolesOptions) => {
  const commands = await startCommands(given)
  const { options, handler, logGuard } = commands
  const { pool, log, telemetry } = options
  const auth = await createAuth({ ...options.auth, ...options, handler })
  const topics = createTopics({ abilityOn: abilityOn(pool), log, observer: observeTopics(telemetry) })
  const cancelled = cancellations()
  const requests = createRequestCounter()
  const reactors = reactorsOf({
    ...options,
    mailer: options.auth.mailer,
    sendsMail: options.outbox === undefined,
    cancellations: cancelled,
    requests,
    publish: topics.publish,
  })
  observeBacklog(telemetry, {
    pool,
    store: given.store,
    tasks: reactors.map(({ name }) => name),
    views: views.map(({ view }) => view.table),
  })
  observeChecks(telemetry, pool)
  const storage = { pool, store: given.store, anotherLog: logGuard.mismatch, dependencies: given.dependencies }
  return { ...commands, auth, topics, cancelled, requests, reactors, storage, checks: storageChecks(storage) }
}
type Core = Awaited<ReturnType<typeof startCore>>

/** Migrates the tables, and opens the sealed streams with the dispatcher of their commands. */
const startCommands = async (given: RolesOptions) => {
  const keys = await sealingKeys(given.pool)
  const work = { editing: workBudget(given.limits.editing), reading: workBudget(given.limits.reading) }
  const observing = observed(given, work.reading)
  const signing = signingWith(given.auditKeys, given.pool)
  const options = { ...observing, store: decryptingStore(observing.store, keys), sealedStore: observing.store, signing }
  const { pool, store, stopping, log, telemetry } = options
  await migrateTables(pool)
  const clock = await databaseClock(pool, log)
  stopping.add('clock', clock.stop)
  const report = (err: unknown) => log.warn({ err }, 'A snapshot of a stream could not be kept')
  const snapshots = await postgresSnapshots(pool, { rules: rulesKey(), report })
  const commands = commandHandler(store, { ...clock, snapshots, seal: (events) => sealEvents(keys, events) })
  const warming = commands.warm().catch(report)
  stopping.add('snapshots', () => warming.then(snapshots.settled))
  const outages = afterOutages({ log })
  stopping.add('work after outages', outages.stop)
  const handler = dispatcher(observedHandler(commands, telemetry, log), outages.add)
  const logGuard = createLogGuard(pool, store)
  const unwatch = await watchLog(logGuard, store, (mismatch) => log.error(mismatch)).catch((error: unknown) => {
    throw error instanceof AnotherLog ? new CannotStart(error.message) : error
  })
  stopping.add('known log', unwatch)
  return { options, work, clock, handler, logGuard }
}

const migrateTables = async (pool: pg.Pool) => {
  await migrate(pool, views, trash)
  await migrateJobs(pool)
  await migrateTextIndex(pool)
  await migrateTranscriptLines(pool)
  await migrateAdmittedAnswers(pool)
  await migratePartialAnswers(pool)
  await migrateFilePassages(pool)
  await migrateAwaitedFiles(pool)
  await migrateStrippedFiles(pool)
}

/** Starts the projector; returns its check. */
const startProjection = ({ options, logGuard, reactors }: Core) => {
  const { store, postgres, stopping, log, telemetry } = options
  const { observer, watch } = observeProjector(telemetry)
  const projector = startProjector({ store, postgres, views, reactors, isOwn, log, observer, prove: logGuard.prove })
  stopping.add('projector', projector.stop)
  watch(projector)
  return async () => (projector.state().error === null ? undefined : 'was interrupted')
}

type Feed = Awaited<ReturnType<typeof openFeed>>

/** Starts the worker of the reactors' jobs, the maintenance of files, and the nightly rounds. */
const startJobs = async ({ options, cancelled, logGuard, reactors, handler, clock }: Core, feed: Feed) => {
  const { pool, store, files, concurrency, stopping, log, telemetry } = options
  feed.listen(cancelled.hear)
  const around = inKnownLog(logGuard, observedJobs(telemetry, log))
  const worker = await startWorker({ pool, reactors, handler, concurrency, log, around, now: clock.now })
  stopping.add('worker', worker.stop)
  const unswept = (err: unknown) => log.warn({ err }, 'Files that nothing names could not be removed; trying again')
  stopping.add('file sweep', sweeping({ pool, store, files, mismatch: logGuard.mismatch, warn: unswept }))
  const unstripped = (err: unknown) =>
    log.warn({ err }, 'Pictures of before could not all be stripped; at the next start')
  stopping.add('stripping', stripping({ pool, files, untrusted: options.untrusted, warn: unstripped }))
  const warn = (err: unknown) => log.warn({ err }, 'A round of the night could not be begun; trying again')
  const night = { now: clock.now, warn }
  const rounds = [
    idleQueuesRound(pool),
    receiptExpiryRound({ pool, handler, years: options.receiptYears ?? 10 }),
    ...(options.payments ? [reconciliationRound(handler)] : []),
  ]
  stopping.add('nightly rounds', nightly({ ...night, rounds, atOnce: true }))
  if (options.nightlyChecks)
    stopping.add('nightly checks', nightly({ ...night, rounds: checkRounds(handler), atOnce: false }))
}

/** Builds the app with its routes and sockets; returns it with the checks of what it serves. */
const startServing = async ({ options, work, clock, handler, auth, topics, requests, storage }: Core, feed: Feed) => {
  const { pool, stopping, log, telemetry } = options
  const sockets = countingSockets(observeRealtime(telemetry, { feed, pool }))
  const stoppedViews = async () => (await projectionStatus(pool)).stopped.map(({ view }) => view)
  const app = await buildApp({
    ...options,
    routes,
    rules,
    auth,
    userTokens: userTokens(pool, options.auth.secret),
    mailer: options.auth.mailer,
    openSockets: sockets.count,
    work,
    requests,
    handler,
    now: clock.now,
    inviteCodes: inviteCodes(options.auth.secret),
    progress: feed.progress,
    operationEnd: operationEnds(feed, pool),
    generationEnd: generationEnds(feed, pool),
    watermarks: channelWatermarks(feed),
    observeResponseCache: observeResponseCache(telemetry),
    stoppedViews,
    anotherLog: storage.anotherLog,
    metrics: telemetry.metrics,
    observe: (app) => observeHttp(app, telemetry),
    realtime: (app) =>
      realtime(app, {
        feed,
        pool,
        topics,
        log,
        observer: sockets.observer,
        hasReadPast: (userId, rows) => work.reading.charge(userId, readingWork(rows)),
        origins: [new URL(options.baseUrl).origin, ...options.origins],
        // The socket itself rejects users who are not signed in, so that a browser receives the reason.
        config: { policy: anyone },
        authenticate: async ({ session }) => session,
        stillValid: auth.reader.stillValid,
        describe: (rows) =>
          withNames(
            reading(pool),
            rows.map((row) => ({ ...row, position: String(row.position) })),
          ),
      }),
    logger: log,
  })
  stopping.add('mail', auth.settled)
  stopping.add('web server', () => app.close())
  stopping.add('account history', reconciling(auth.reconcile, log))
  return { app, serving: servingChecks({ ...storage, progress: feed.progress, stoppedViews }) }
}

/** Counts the open sockets besides observing them. */
const countingSockets = (observer: RealtimeObserver) => {
  let countByState: Parameters<RealtimeObserver['watch']>[0] = () => ({ live: 0, 'catching up': 0 })
  return {
    count: () => Object.values(countByState()).reduce((sum, count) => sum + count, 0),
    observer: {
      ...observer,
      watch(count: typeof countByState) {
        countByState = count
        observer.watch(count)
      },
    },
  }
}

/** Returns the options with all ports measured; reads of the event store are also queued fairly and charged to their users. */
const observed = (options: RolesOptions, reading: WorkBudget): RolesOptions => {
  const { store, images, imageEdits, models, textModel, transcriber, files, auth, payments, telemetry } = options
  return {
    ...options,
    store: fairReads(observedStore(store, telemetry), ownerIn(telemetry.scope), (user, events) =>
      reading.charge(user, readingWork(events)),
    ),
    images: observedImages(images, telemetry),
    imageEdits: observedImageEdits(imageEdits, telemetry),
    models: observedModels(models, telemetry),
    textModel: observedTextModel(textModel, telemetry),
    transcriber: observedTranscriber(transcriber, telemetry),
    files: observedFiles(files, telemetry),
    payments: observedPayments(payments, telemetry),
    auth: { ...auth, mailer: observedMailer(auth.mailer, telemetry) },
  }
}

/** Appends missing events of the history of accounts, at the start and periodically. Returns a function that stops it. */
const reconciling = (reconcile: () => Promise<void>, log: FastifyBaseLogger) => {
  let under: Promise<void> = Promise.resolve()
  const again = () => {
    under = reconcile().catch((err: unknown) =>
      log.warn({ err }, 'The history of accounts could not be reconciled; trying again'),
    )
  }
  again()
  const timer = setInterval(again, reconcileMs)
  return async () => {
    clearInterval(timer)
    await under
  }
}
