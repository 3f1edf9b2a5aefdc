import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { imageModel } from '#domain/image-models.ts'
import type { EventStore } from '#eventstore'
import { buildApp } from './app.ts'
import { type AuthOptions, createAuth } from './auth.ts'
import { commandHandler } from './commands/handle.ts'
import { inviteCodes } from './commands/invite-codes.ts'
import type { Deps } from './http/deps.ts'
import { anyone } from './http/policy.ts'
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
import type { Role } from './settings.ts'

type AppOptions = Pick<Deps, 'version' | 'baseUrl' | 'trustProxy' | 'experiments' | 'limits' | 'webApp' | 'outbox'>

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
  stopping: Pick<Stopping, 'add'>
  log: FastifyBaseLogger
}

const reconcileMs = 60_000

export interface Started {
  /** Ready to listen; absent in a process that serves nothing. */
  app?: FastifyInstance
  /** Tells the history of accounts what it missed, now. */
  reconcile(): Promise<void>
}

/** Starts what this process does, over what it was given, and hands `stopping` how it ends. */
export async function startRoles(options: RolesOptions): Promise<Started> {
  const { roles, pool, postgres, store, stopping, log } = options
  const handler = commandHandler(store)
  await migrate(pool, views)
  await migrateJobs(pool)
  const auth = await createAuth({ ...options.auth, ...options, handler })

  const reactors = reactorsOf(options)
  if (roles.includes('projector'))
    stopping.add('projector', startProjector({ store, postgres, views, reactors, log }).stop)
  if (roles.includes('worker'))
    stopping.add('worker', (await startWorker({ pool, reactors, handler, concurrency: options.concurrency, log })).stop)
  if (!roles.includes('api')) return { reconcile: auth.reconcile }

  const feed = await openFeed({ postgres, pool, log })
  stopping.add('feed', feed.close)
  const app = await buildApp({
    ...options,
    auth,
    handler,
    inviteCodes: inviteCodes(options.auth.secret),
    progress: feed.progress,
    stoppedViews: async () => (await projectionStatus(pool)).stopped.map(({ view }) => view),
    realtime: (app) =>
      realtime(app, {
        feed,
        pool,
        log,
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
  stopping.add('web server', () => app.close())
  stopping.add('account history', reconciling(auth.reconcile, log))
  return { app, reconcile: auth.reconcile }
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
