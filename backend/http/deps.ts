import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { OutboxMails } from '#domain/me.ts'
import type { EventStore } from '#eventstore'
import type { Auth } from '../auth.ts'
import type { CommandHandler } from '../commands/handle.ts'
import type { InviteCodes } from '../commands/invite-codes.ts'
import type { Files } from '../providers/files.ts'
import type { Images } from '../providers/images.ts'
import type { Progress } from '../realtime/progress.ts'
import type { Told } from '../realtime/told.ts'

/** Requests per minute: `everyone` of one client, `files` of one client, `generation` of one user. */
export interface Limits {
  everyone: number
  files: number
  generation: number
  /** Milliseconds that the event loop may lag before new requests are turned away as busy; 0: never. */
  eventLoopDelayMs: number
}

/** What the HTTP application is made of; `main.ts` and the tests bring it. */
export interface Deps {
  version: string
  /** Where people reach this installation; its origin and `origins` may send what changes something. */
  baseUrl: string
  origins: readonly string[]
  trustProxy: boolean | number | string
  pool: pg.Pool
  store: Pick<EventStore, 'head' | 'read'>
  handler: CommandHandler
  auth: Auth
  files: Files
  /** Its `models` are what this installation offers. */
  images: Images
  /** Where unsent mail is kept; absent when mail is really sent. */
  outbox?: { list(page: { limit: number; offset: number }): Promise<OutboxMails> } | undefined
  inviteCodes: InviteCodes
  progress: Progress
  told: Told
  /** Hears whether an answer that was looked for among the kept ones was there, and still true. */
  observeKept?: (found: boolean) => void
  /** Names of the views that stopped at an event they could not take. */
  stoppedViews(): Promise<string[]>
  /** What Prometheus is told of this process. */
  metrics: { read(): Promise<{ type: string; text: string }> }
  /** Who brings it may read them; otherwise admins alone. */
  metricsToken: string | undefined
  /** Sees every request, refused ones too. */
  observe?: (app: FastifyInstance) => void
  /** Registers `GET /api/realtime`. */
  realtime?: (app: FastifyInstance) => Promise<void>
  experiments: readonly string[]
  limits: Limits
  /** The built web app; absent when somebody else serves it. */
  webApp?: string | undefined
  logger: FastifyBaseLogger | false
}
