import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { imageModel } from '#domain/image-models.ts'
import type { EventStore } from '#eventstore'
import { buildApp } from './app.ts'
import { type AuthOptions, createAuth } from './auth.ts'
import { commandHandler } from './commands/handle.ts'
import { inviteCodes } from './commands/invite-codes.ts'
import type { Deps } from './http/deps.ts'
import { servingChecks, storageChecks } from './http/health.ts'
import { anyone } from './http/policy.ts'
import type { Checks } from './http/readiness.ts'
import { reading } from './http/snapshot.ts'
import type { Stopping } from './platform/stopping.ts'
import { migrate } from './projections/migrate.ts'
import { startProjector } from './projections/runner.ts'
import { projectionStatus } from './projections/status.ts'
import { views } from './projections/views.ts'
import type { Files } from './providers/files.ts'
import type { Images } from './providers/images.ts'
import { named } from './queries/admin-events.ts'
import { emptyFolders } from './reactors/empty-folders.ts'
import { expireImages } from './reactors/expire-images.ts'
import { generateImages } from './reactors/generate-images.ts'
import type { AnyReactor } from './reactors/reactor.ts'
import { releaseAbandonedHolds } from './reactors/release-abandoned-holds.ts'
import { settleCredits } from './reactors/settle-credits.ts'
import { welcomeUsers } from './reactors/welcome-users.ts'
import { migrateJobs, startWorker } from './reactors/worker.ts'
import { openFeed } from './realtime/feed.ts'
import { realtime } from './realtime/gateway.ts'
import { told } from './realtime/told.ts'
import type { Role } from './settings.ts'
import { observeBacklog } from './telemetry/backlog.ts'
import { observedHandler } from './telemetry/commands.ts'
import { observedStore } from './telemetry/event-store.ts'
import { observeHttp } from './telemetry/http.ts'
import { observedJobs } from './telemetry/jobs.ts'
import { observeKept } from './telemetry/kept-answers.ts'
import { observeProjector } from './telemetry/projector.ts'
import { observedFiles, observedImages, observedMailer } from './telemetry/providers.ts'
import { observeRealtime } from './telemetry/realtime.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

type AppOptions = Pick<
  Deps,
  'version' | 'baseUrl' | 'trustProxy' | 'experiments' | 'limits' | 'webApp' | 'outbox' | 'metricsToken'
>

export interface RolesOptions extends AppOptions {
  roles: readonly Role[]
  /** Other origins that the web app is served from. */
  origins: readonly string[]
  pool: pg.Pool
  /** For connections that are held for long: the projector's and the feed's. */
  postgres: pg.ClientConfig
  store: EventStore
  files: Files
  /** Its `models` are what this installation offers. */
  images: Images
  auth: Pick<AuthOptions, 'mailer' | 'secret' | 'google' | 'discord' | 'rateLimit'>
  welcomeCredits: number
  imageDeadlineMs: number
  /** After which a hold whose work never began goes back; the reactor's own patience by default. */
  abandonedAfterMs?: number
  /** Jobs at once. */
  concurrency: number
  telemetry: Telemetry
  stopping: Pick<Stopping, 'add'>
  log: FastifyBaseLogger
}

const reconcileMs = 60_000

export interface Started {
  /** Ready to listen; absent in a process that serves nothing. */
  app?: FastifyInstance
  /** What this process needs to be of use. */
  checks: Checks
  /** Tells the history of accounts what it missed, now. */
  reconcile(): Promise<void>
}

/** Starts what this process does, over what it was given, and hands `stopping` how it ends. */
export async function startRoles(given: RolesOptions): Promise<Started> {
  const options = observed(given)
  const { roles, pool, postgres, store, stopping, log, telemetry } = options
  const handler = observedHandler(commandHandler(store), telemetry, log)
  await migrate(pool, views)
  await migrateJobs(pool)
  const auth = await createAuth({ ...options.auth, ...options, handler })

  const reactors = reactorsOf(options)
  observeBacklog(telemetry, {
    pool,
    store: given.store,
    tasks: reactors.map(({ name }) => name),
    views: views.map(({ view }) => view.table),
  })
  const checks = storageChecks({ pool, store: given.store })
  if (roles.includes('projector')) {
    const { observer, watch } = observeProjector(telemetry)
    const projector = startProjector({ store, postgres, views, reactors, log, observer })
    stopping.add('projector', projector.stop)
    watch(projector)
    checks.projector = async () => (projector.state().error === null ? undefined : 'was interrupted')
  }
  if (roles.includes('worker')) {
    const { concurrency } = options
    const around = observedJobs(telemetry, log)
    stopping.add('worker', (await startWorker({ pool, reactors, handler, concurrency, log, around })).stop)
  }
  if (!roles.includes('api')) return { reconcile: auth.reconcile, checks }

  const feed = await openFeed({ postgres, pool, log })
  stopping.add('feed', feed.close)
  const stoppedViews = async () => (await projectionStatus(pool)).stopped.map(({ view }) => view)
  const app = await buildApp({
    ...options,
    auth,
    handler,
    inviteCodes: inviteCodes(options.auth.secret),
    progress: feed.progress,
    told: told(feed),
    observeKept: observeKept(telemetry),
    stoppedViews,
    metrics: telemetry.metrics,
    observe: (app) => observeHttp(app, telemetry, auth.paths),
    realtime: (app) =>
      realtime(app, {
        feed,
        pool,
        log,
        observer: observeRealtime(telemetry, { feed, pool }),
        origins: [new URL(options.baseUrl).origin, ...options.origins],
        // The socket itself tells whoever is not signed in, so that a browser knows why.
        config: { policy: anyone },
        authenticate: async ({ session }) => session,
        stillValid: auth.reader.stillValid,
        describe: (rows) =>
          named(
            reading(pool),
            rows.map((row) => ({ ...row, position: String(row.position) })),
          ),
      }),
    logger: log,
  })
  stopping.add('mail', auth.settled)
  stopping.add('web server', () => app.close())
  stopping.add('account history', reconciling(auth.reconcile, log))
  const serving = servingChecks({ pool, store: given.store, progress: feed.progress, stoppedViews })
  return { app, reconcile: auth.reconcile, checks: { ...checks, ...serving } }
}

/** The ports, with what goes through them measured. */
const observed = (options: RolesOptions): RolesOptions => {
  const { store, images, files, auth, telemetry } = options
  return {
    ...options,
    store: observedStore(store, telemetry),
    images: observedImages(images, telemetry),
    files: observedFiles(files, telemetry),
    auth: { ...auth, mailer: observedMailer(auth.mailer, telemetry) },
  }
}

/** Every reactor there is. */
const reactorsOf = ({
  pool,
  files,
  images,
  welcomeCredits,
  imageDeadlineMs,
  abandonedAfterMs,
}: RolesOptions): AnyReactor[] => {
  const painter = (modelId: string) => {
    const slug = imageModel(modelId)?.slug
    return slug !== undefined && images.models.includes(slug) ? { images, slug } : undefined
  }
  return [
    welcomeUsers({ amount: welcomeCredits }),
    generateImages({ painter, files, deadlineMs: imageDeadlineMs }),
    expireImages({ deadlineMs: imageDeadlineMs }),
    settleCredits,
    emptyFolders(pool),
    releaseAbandonedHolds(abandonedAfterMs === undefined ? {} : { delayMs: abandonedAfterMs }),
  ]
}

/** At once and from time to time: what the accounts' history missed is told. Answers how to end it. */
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
