import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type pg from 'pg'
import type { AnyDecider } from '#domain/decider.ts'
import type { Quotas } from '#domain/storage.ts'
import type { EventStore } from '#eventstore'
import type { Signing } from '../audit/chain/signing.ts'
import type { Auth } from '../auth.ts'
import type { InviteCodes } from '../commands/campaigns/invite-codes.ts'
import type { Dispatcher } from '../commands/dispatch.ts'
import type { Watched } from '../platform/dependency.ts'
import type { WorkBudget, WorkRate } from '../platform/work-budget.ts'
import type { DiscordAccounts } from '../providers/discord.ts'
import type { Files } from '../providers/files.ts'
import type { ImageEdits } from '../providers/image-edits.ts'
import type { Images } from '../providers/images.ts'
import type { Outbox } from '../providers/mail.ts'
import type { Payments } from '../providers/payments.ts'
import type { TextModel } from '../providers/text-model.ts'
import type { UntrustedInput } from '../providers/untrusted-input.ts'
import type { ChannelWatermarks } from '../realtime/channel-watermarks.ts'
import type { GenerationEnds, OperationEnds } from '../realtime/operation-ends.ts'
import type { Progress } from '../realtime/progress.ts'
import type { PageHosts } from './csp.ts'
import type { SimulatedStripeAt } from './simulated-stripe.ts'

/** Requests per minute: `everyone` and `files` of one client, `generation` and tries of the own `passwords` of one user. */
export interface Limits {
  everyone: number
  files: number
  generation: number
  passwords: number
  /** Work of one account in units of `platform/work-budget.ts`: what it sends, and what it reads. */
  editing: WorkRate
  reading: WorkRate
  /** Bytes of files that one client is sent. */
  fileBytes: WorkRate
  /** Requests of one client that are executed at once; 0: any number. */
  requestsAtOnce: number
  /** Requests in progress beyond which an overloaded process refuses new ones as busy; 0: never. */
  requestsInProgress: number
}

export type WorkBudgets = Readonly<Record<'editing' | 'reading', WorkBudget>>

/** What the HTTP application is made of; `main.ts` and the tests bring it. */
export interface Deps {
  /** What the API answers, beside signing in. */
  routes: readonly ((deps: Deps) => FastifyPluginAsyncZod)[]
  version: string
  /** Where people reach this installation; its origin and `origins` may send what changes something. */
  baseUrl: string
  origins: readonly string[]
  trustProxy: boolean | number | string
  pool: pg.Pool
  store: Pick<EventStore, 'head' | 'read' | 'subscribe'>
  /** The rules of every stream, by its category. */
  rules: ReadonlyMap<string, AnyDecider>
  /** The log as it is stored: sealed. */
  sealedStore: Pick<EventStore, 'read' | 'readAll'>
  /** What heads of the chain and exports are signed with. */
  signing: Signing
  /** The one door for commands, and the streams as they are now. */
  handler: Dispatcher
  /** Milliseconds since 1970, by the clock that all processes share and events are dated by. */
  now(): number
  auth: Auth
  files: Files
  /** Its `models` are what this installation offers. */
  images: Images
  /** Who changes pictures: of several that have a tool, the first unless another is asked for by name. */
  imageEdits: readonly ImageEdits[]
  textModel: TextModel
  /** Reads what users send. */
  untrusted: UntrustedInput
  /** Where browsers are passed on to; absent where payments are not simulated. */
  simulatedStripe?: SimulatedStripeAt | undefined
  /** Absent where Discord is not set up. */
  discord?: DiscordAccounts | undefined
  /** Absent where payments are not set up. */
  payments?: Payments | undefined
  /** Where unsent mail is kept; absent when mail is really sent. */
  outbox?: Pick<Outbox, 'list' | 'find'> | undefined
  inviteCodes: InviteCodes
  progress: Progress
  operationEnd: OperationEnds
  generationEnd: GenerationEnds
  watermarks: ChannelWatermarks
  /** Called with whether an answer was found in the response cache, and still true. */
  observeResponseCache?: (found: boolean) => void
  /** Names of the views that stopped at an event they could not take. */
  stoppedViews(): Promise<string[]>
  /** Why the event store's log is not the one that the views are of; undefined while it is. */
  anotherLog(): string | undefined
  /** What this process needs from outside, and what is wrong with it. */
  dependencies?: readonly Pick<Watched, 'name' | 'trouble'>[] | undefined
  /** How often the connection to the event store was lost since this process started. */
  storeReconnects?: (() => number) | undefined
  /** What Prometheus is told of this process. */
  metrics: { read(): Promise<{ type: string; text: string }> }
  /** Who brings it may read them; otherwise admins alone. */
  metricsToken: string | undefined
  /** Sees every request, refused ones too. */
  observe?: (app: FastifyInstance) => void
  /** Registers `GET /api/realtime`. */
  realtime?: (app: FastifyInstance) => Promise<void>
  experiments: readonly string[]
  /** Whom new people can say that they heard of us from. */
  influencers: readonly string[]
  /** An e-mail address or the address of a page for people who need help. */
  supportContact?: string | undefined
  limits: Limits
  /** What accounts and campaigns may hold. */
  quotas: Quotas
  /** What accounts have left of `limits.editing` and `limits.reading`. */
  work: WorkBudgets
  /** Who brings it is this machine's operator, whose commands may ask as fast as they can. */
  operatorKey?: string | undefined
  /** Of whose program runs in the web app's pages beside our own. */
  pageHosts?: PageHosts
  /** The built web app; absent when somebody else serves it. */
  webApp?: string | undefined
  logger: FastifyBaseLogger | false
}
